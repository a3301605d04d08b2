// The page about the values of a configuration, as ytt schema show makes it.

import * as vscode from 'vscode';
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
    let page: { html?: string } | null;
    try {
      const params = document ? { textDocument: { uri: document.uri.toString() } } : {};
      page = await client.sendRequest<{ html?: string } | null>('ytt/schemaDocs', params);
    } catch (err) {
      void vscode.window.showErrorMessage(`ytt: ${err instanceof Error ? err.message : err}`);
      return;
    }
    if (!page?.html) {
      void vscode.window.showInformationMessage('ytt: this configuration has no schema.');
      return;
    }
    this.show(page.html);
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
