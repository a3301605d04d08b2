import * as vscode from 'vscode';

export interface Settings {
  path: string;
  args: string[];
  environments: Record<string, string>;
  detectLanguage: boolean;
  inlayHints: boolean;
  codeLens: boolean;
}

export function settings(scope?: vscode.ConfigurationScope): Settings {
  const section = vscode.workspace.getConfiguration('ytt', scope);
  return {
    path: section.get<string>('path') || 'ytt',
    args: section.get<string[]>('args', []),
    environments: section.get<Record<string, string>>('environments', {}),
    detectLanguage: section.get<boolean>('detectLanguage', true),
    inlayHints: section.get<boolean>('inlayHints', false),
    codeLens: section.get<boolean>('codeLens', true),
  };
}
