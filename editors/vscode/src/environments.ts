// The environment whose values the server uses, shown in the status bar and switched from there.

import * as vscode from 'vscode';
import { environments, switchEnvironment, type ConfigurationInfo } from './protocol';
import type { Server } from './server';
import { statusOf } from './status';

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
      vscode.workspace.onDidSaveTextDocument(() => this.refresh()),
    );
  }

  dispose(): void {
    this.subscriptions.forEach((subscription) => subscription.dispose());
  }

  /** Lets the user choose an environment, tells the server, and remembers it for the workspace. */
  async select(): Promise<void> {
    const client = await this.server.ensure();
    const chosen = await this.choose();
    if (!client || !chosen) {
      return;
    }
    await client.sendNotification(switchEnvironment, chosen);
    await this.server.remember(chosen);
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const said = statusOf(await this.ask());
    if (!said) {
      this.item.hide();
      return;
    }
    this.item.text = said.text;
    this.item.tooltip = said.tooltip;
    this.item.show();
  }

  private async choose(): Promise<{ configuration: string; environment: string } | undefined> {
    const all = (await this.ask()).filter((one) => one.environments.length > 0);
    if (all.length === 0) {
      void vscode.window.showInformationMessage('ytt: there are no environments. A file ytt.yml declares them.');
      return undefined;
    }
    const choices = all.flatMap((one) =>
      one.environments.map((environment) => ({
        label: environment,
        description: (all.length > 1 ? one.name : '') + (environment === one.chosen ? ' (current)' : ''),
        chosen: { configuration: one.name, environment },
      })),
    );
    const picked = await vscode.window.showQuickPick(choices, {
      title: 'Environment',
      placeHolder: 'Problems, completion and previews use its values',
    });
    return picked?.chosen;
  }

  private async ask(): Promise<ConfigurationInfo[]> {
    const client = this.server.client;
    if (!client?.isRunning()) {
      return [];
    }
    try {
      return (await client.sendRequest(environments, {})).configurations;
    } catch {
      return []; // a server that does not know the request
    }
  }
}
