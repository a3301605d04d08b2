// The explanation of a code of problems, as a document.

import * as vscode from 'vscode';
import { explainCode } from './protocol';
import type { Server } from './server';

const scheme = 'ytt-explain';

export class Explanations implements vscode.TextDocumentContentProvider, vscode.UriHandler, vscode.Disposable {
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly server: Server) {}

  dispose(): void {
    this.registration.dispose();
  }

  /** Explains the problem at the cursor, or the one whose code the user types. */
  async show(code?: string): Promise<void> {
    const chosen = code ?? (await this.choose());
    if (!chosen) {
      return;
    }
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path: `/${chosen}.txt` }));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  /** The codes of problems are links to this extension. */
  handleUri(uri: vscode.Uri): Promise<void> {
    return this.show(uri.path.replace(/^\//, ''));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const client = await this.server.ensure();
    if (!client) {
      return 'There is no ytt program.\n';
    }
    try {
      return (await client.sendRequest(explainCode, { code: uri.path.replace(/^\/|\.txt$/g, '') })).text;
    } catch (err) {
      return `${err instanceof Error ? err.message : err}\n`;
    }
  }

  private async choose(): Promise<string | undefined> {
    const here = codesAtCursor();
    if (here.length === 1) {
      return here[0];
    }
    if (here.length > 1) {
      return vscode.window.showQuickPick(here, { title: 'Which problem?' });
    }
    const typed = await vscode.window.showInputBox({
      title: 'Explain the code of a problem',
      placeHolder: 'for instance validation-failed',
    });
    return typed?.trim();
  }
}

function codesAtCursor(): string[] {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return [];
  }
  const line = editor.selection.active.line;
  const codes = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((problem) => problem.source === 'ytt' && problem.range.start.line <= line && line <= problem.range.end.line)
    .map((problem) => (typeof problem.code === 'object' ? problem.code.value : problem.code))
    .filter((code) => code !== undefined)
    .map(String);
  return [...new Set(codes)];
}
