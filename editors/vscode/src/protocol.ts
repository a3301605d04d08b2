// What ytt lsp understands beyond the protocol of language servers.

import { NotificationType, RequestType, type Location, type Range } from 'vscode-languageclient/node';

export interface PreviewParams {
  textDocument: { uri: string };
}

/** A line of a preview and where it comes from. */
export interface PreviewOrigin {
  line: number;
  location: Location;
}

export interface PreviewResult {
  text: string;
  /** Set when the template gives nothing to show, for instance because of problems. */
  message?: string;
  origins?: PreviewOrigin[];
}

export const preview = new RequestType<PreviewParams, PreviewResult, void>('ytt/preview');

export interface PreviewChangedParams {
  /** The templates whose previews have changed; all of them if absent. */
  uris?: string[];
}

export const previewChanged = new NotificationType<PreviewChangedParams>('ytt/previewChanged');

export interface EnvironmentsParams {
  textDocument?: { uri: string };
}

export interface EnvironmentsResult {
  configuration: string;
  environments: string[];
  current: string;
}

export const environments = new RequestType<EnvironmentsParams, EnvironmentsResult | null, void>('ytt/environments');

export type { Range };
