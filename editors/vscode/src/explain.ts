// What ytt explain-code prints about the code of a problem, as a document.

import { execFile } from 'child_process';
import { promisify } from 'util';
import * as vscode from 'vscode';
import type { Server } from './server';

const scheme = 'ytt-explain';
const run = promisify(execFile);

export class Explanations implements vscode.TextDocumentContentProvider, vscode.UriHandler, vscode.Disposable {
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly server: Server) {}

  dispose(): void {
    this.registration.dispose();
  }

  /** Explains the problem at the cursor, or the one whose code the user types. */
  async show(code?: string): Promise<void> {
    const chosen = code ?? (await this.choose());
    if (!chosen || !this.server.program()) {
      return;
    }
    if (!/^[a-z][a-z0-9-]*$/i.test(chosen)) {
      void vscode.window.showErrorMessage(`ytt: “${chosen}” is no code of a problem.`);
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
    const program = this.server.program();
    const code = uri.path.replace(/^\/|\.txt$/g, '');
    if (!program) {
      return 'no ytt program\n';
    }
    try {
      return (await run(program, ['explain-code', code])).stdout;
    } catch (err) {
      return (err as { stderr?: string }).stderr || String(err);
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
