// What the status bar says: the environments whose values count, and that files were taken together without a ytt.yml.

export interface Known {
  name: string;
  assumed?: string;
  environments: string[];
  chosen: string;
}

export const none = 'no environment';

/** The text of the status bar and of its tooltip; undefined if there is nothing to say. */
export function statusOf(all: Known[]): { text: string; tooltip: string } | undefined {
  const shown = all.filter((one) => one.environments.length > 0 || one.assumed);
  if (shown.length === 0) {
    return undefined;
  }
  const names = shown.map((one) => (one.environments.length > 0 ? one.chosen || none : one.name));
  const assumed = shown.filter((one) => one.assumed);
  const lines: string[] = [];
  if (shown.some((one) => one.environments.length > 0)) {
    lines.push('The environments whose values ytt uses. Click to switch.');
    lines.push(...shown.filter((one) => one.environments.length > 0).map((one) => `${one.name}: ${one.chosen || none}`));
  }
  lines.push(...assumed.map((one) => `${one.assumed}.`));
  const icon = assumed.length > 0 ? '$(question)' : '$(server-environment)';
  return { text: `${icon} ytt: ${names.join(', ')}${assumed.length > 0 ? ' (assumed)' : ''}`, tooltip: lines.join('\n') };
}
