// What ytt lsp understands beyond the protocol of language servers.

import { NotificationType, RequestType, type Location } from 'vscode-languageclient/node';

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
