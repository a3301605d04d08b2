// The environment whose values the server uses, shown in the status bar and switched from there.

import * as vscode from 'vscode';
import { environments, type EnvironmentsResult } from './protocol';
import type { Server } from './server';

const none = 'no environment';

export class Environments implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly subscriptions: vscode.Disposable[] = [];

  constructor(private readonly server: Server) {
    this.item = vscode.window.createStatusBarItem('ytt.environment', vscode.StatusBarAlignment.Right, 50);
    this.item.name = 'ytt environment';
    this.item.command = 'ytt.selectEnvironment';
    this.subscriptions.push(
      this.item,
      server.onStarted(() => this.refresh()),
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
    );
  }

  dispose(): void {
    this.subscriptions.forEach((subscription) => subscription.dispose());
  }

  /** Lets the user choose an environment, and tells the server. */
  async select(): Promise<void> {
    const client = await this.server.ensure();
    const found = await this.ask();
    if (!client || !found || found.environments.length === 0) {
      void vscode.window.showInformationMessage('ytt: no environments. The file ytt.yml declares them, see docs/editors.md.');
      return;
    }
    const choices = [none, ...found.environments].map((name) => ({
      label: name,
      description: name === (found.current || none) ? 'current' : undefined,
    }));
    const chosen = await vscode.window.showQuickPick(choices, {
      title: `Environment of ${found.configuration}`,
      placeHolder: 'Problems, completion and previews use its values',
    });
    if (!chosen) {
      return;
    }
    await client.sendRequest('workspace/executeCommand', {
      command: 'ytt.switchEnvironment',
      arguments: [{ configuration: found.configuration, environment: chosen.label === none ? '' : chosen.label }],
    });
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const found = await this.ask();
    if (!found || found.environments.length === 0) {
      this.item.hide();
      return;
    }
    this.item.text = `$(server-environment) ytt: ${found.current || none}`;
    this.item.tooltip = `The values of “${found.configuration}” that ytt uses. Click to switch.`;
    this.item.show();
  }

  private async ask(): Promise<EnvironmentsResult | undefined> {
    const client = this.server.client;
    const document = vscode.window.activeTextEditor?.document;
    if (!client?.isRunning()) {
      return undefined;
    }
    const uri = document?.uri.scheme === 'file' ? document.uri : undefined;
    try {
      const params = uri ? { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) } } : {};
      return (await client.sendRequest(environments, params)) ?? undefined;
    } catch {
      return undefined; // a server that does not know the request
    }
  }
}
