// The language server: found, started, restarted.

import * as vscode from 'vscode';
import { LanguageClient, State, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import { findProgram } from './find';
import type { SwitchEnvironmentParams } from './protocol';
import { settings } from './settings';

const chosenEnvironments = 'environments'; // in the state of the workspace

/** The documents that the server is asked about. Plain YAML is included: files of data values have no code. */
export const documentSelector = [
  { scheme: 'file', language: 'ytt' },
  { scheme: 'file', language: 'ytt-text' },
  { scheme: 'file', language: 'ytt-star' },
  { scheme: 'file', language: 'yaml' },
  { scheme: 'file', pattern: '**/*.star' },
];

export class Server implements vscode.Disposable {
  client: LanguageClient | undefined;
  private starting: Promise<LanguageClient | undefined> | undefined;
  private told = false;
  private readonly started = new vscode.EventEmitter<LanguageClient>();
  /** Fires when a server has started, also again. */
  readonly onStarted = this.started.event;

  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly context: vscode.ExtensionContext,
  ) {}

  /** The running server; starts it if need be. Undefined if there is no program. */
  ensure(): Promise<LanguageClient | undefined> {
    this.starting ??= this.start();
    return this.starting;
  }

  async restart(): Promise<void> {
    await this.stop();
    this.told = false;
    await this.ensure();
  }

  async stop(): Promise<void> {
    const client = await this.starting?.catch(() => undefined);
    this.starting = undefined;
    this.client = undefined;
    await client?.dispose();
  }

  dispose(): void {
    void this.stop();
    this.started.dispose();
  }

  /** The path of the program, or undefined; then the user has been told, once. */
  program(): string | undefined {
    const { path } = settings();
    const program = findProgram(path, process.env, process.platform);
    if (!program && !this.told) {
      this.told = true;
      void this.tellMissing(path);
    }
    return program;
  }

  private async start(): Promise<LanguageClient | undefined> {
    const program = this.program();
    if (!program) {
      this.starting = undefined; // the next attempt looks again
      return undefined;
    }
    const options: ServerOptions = { command: program, args: ['lsp', ...settings().args] };
    const client = new LanguageClient('ytt', 'ytt', options, this.clientOptions());
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        this.started.fire(client);
      }
    });
    this.client = client; // for those who hear that it runs
    try {
      await client.start();
    } catch (err) {
      this.client = undefined;
      this.starting = undefined;
      await this.tellFailed(program, err);
      return undefined;
    }
    this.log.info(`started ${program} lsp`);
    return client;
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector,
      outputChannel: this.log,
      initializationOptions: {
        environments: this.environments(),
        inlayHints: settings().inlayHints,
        codes: `${vscode.env.uriScheme}://${this.context.extension.id}/`,
      },
      synchronize: { configurationSection: 'ytt' },
      diagnosticCollectionName: 'ytt',
      markdown: { supportHtml: false },
      middleware: {
        provideCodeLenses: (document, token, next) => (settings(document).codeLens ? next(document, token) : []),
      },
    };
  }

  /** Keeps the choice of an environment for the next start. */
  async remember({ configuration, environment }: SwitchEnvironmentParams): Promise<void> {
    const chosen = this.context.workspaceState.get<Record<string, string>>(chosenEnvironments, {});
    await this.context.workspaceState.update(chosenEnvironments, { ...chosen, [configuration]: environment });
  }

  private environments(): Record<string, string> {
    return { ...settings().environments, ...this.context.workspaceState.get<Record<string, string>>(chosenEnvironments, {}) };
  }

  private async tellMissing(path: string): Promise<void> {
    const how = 'How to install it';
    const choose = 'Choose the program…';
    const answer = await vscode.window.showErrorMessage(
      `ytt: the program “${path}” is neither in PATH nor at that place. Install it, or say in the setting ytt.path where it is.`,
      how,
      choose,
    );
    if (answer === how) {
      await vscode.commands.executeCommand('extension.open', this.context.extension.id);
    } else if (answer === choose) {
      await this.choose();
    }
  }

  private async choose(): Promise<void> {
    const chosen = await vscode.window.showOpenDialog({ title: 'The ytt program', openLabel: 'Use this program' });
    if (chosen?.[0]) {
      await vscode.workspace.getConfiguration('ytt').update('path', chosen[0].fsPath, vscode.ConfigurationTarget.Global);
    }
  }

  private async tellFailed(program: string, err: unknown): Promise<void> {
    this.log.error(`${program} lsp: ${err}`);
    const show = 'Show the log';
    const answer = await vscode.window.showErrorMessage(
      `ytt: ${program} does not start as a language server. Versions of ytt without the command “lsp” cannot.`,
      show,
    );
    if (answer === show) {
      this.log.show();
    }
  }
}
