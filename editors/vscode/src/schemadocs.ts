// The page about the values of a configuration, as ytt schema show makes it.

import * as vscode from 'vscode';
import { schemaDocs } from './protocol';
import type { Server } from './server';

export class SchemaDocs implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;

  constructor(private readonly server: Server) {}

  dispose(): void {
    this.panel?.dispose();
  }

  async open(): Promise<void> {
    const client = await this.server.ensure();
    const document = vscode.window.activeTextEditor?.document;
    if (!client) {
      return;
    }
    try {
      const uri = document?.uri.scheme === 'file' ? client.code2ProtocolConverter.asUri(document.uri) : undefined;
      this.show((await client.sendRequest(schemaDocs, { uri, format: 'html' })).text);
    } catch (err) {
      void vscode.window.showErrorMessage(`ytt: ${err instanceof Error ? err.message : err}`);
    }
  }

  private show(html: string): void {
    if (!this.panel) {
      this.panel = vscode.window.createWebviewPanel('ytt.schemaDocs', 'ytt: values', vscode.ViewColumn.Beside, {
        enableScripts: false,
        localResourceRoots: [],
      });
      this.panel.onDidDispose(() => (this.panel = undefined));
    }
    this.panel.webview.html = html;
    this.panel.reveal(undefined, true);
  }
}
