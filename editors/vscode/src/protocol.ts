// What ytt lsp understands beyond the protocol of language servers.

import { NotificationType, NotificationType0, RequestType, type Location } from 'vscode-languageclient/node';

export interface PreviewParams {
  uri: string;
}

/** What a file renders to. There is no text while there are problems. */
export interface PreviewResult {
  configuration: string;
  environment?: string;
  text: string;
  lines: { line: number; location: Location }[];
  problems: { message: string; location?: Location }[];
}

export const preview = new RequestType<PreviewParams, PreviewResult, void>('ytt/preview');

/** Previews may be others by now. */
export const previewChanged = new NotificationType0('ytt/previewChanged');

/** A text for people. */
export interface Page {
  text: string;
}

export const schemaDocs = new RequestType<{ uri?: string; format: 'html' | 'markdown' }, Page, void>('ytt/schemaDocs');

export const explainCode = new RequestType<{ code: string }, Page, void>('ytt/explainCode');

/** A configuration, by the project file or assumed, with the environment whose values are used. */
export interface ConfigurationInfo {
  name: string;
  project?: string;
  assumed?: string;
  environments: string[];
  chosen: string;
}

export interface EnvironmentsResult {
  configurations: ConfigurationInfo[];
}

export const environments = new RequestType<object, EnvironmentsResult, void>('ytt/environments');

export interface SwitchEnvironmentParams {
  configuration: string;
  environment: string;
}

export const switchEnvironment = new NotificationType<SwitchEnvironmentParams>('ytt/switchEnvironment');
