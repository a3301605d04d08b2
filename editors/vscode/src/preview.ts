// Previews: what a template gives, in a document of its own beside it, kept up to date.

import * as vscode from 'vscode';
import { linesFrom, placeOfLine, shownOf, type Shown } from './preview-text';
import { preview, previewChanged } from './protocol';
import type { Server } from './server';

const scheme = 'ytt-preview';

/** The document that shows what a template gives. Its name ends as the template's does, so that it is shown as YAML. */
function previewOf(template: vscode.Uri): vscode.Uri {
  const name = template.path.split('/').pop() ?? 'preview';
  return vscode.Uri.from({ scheme, path: `/Output of ${name}`, query: template.toString() });
}

function templateOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.parse(uri.query);
}

export class Previews implements vscode.TextDocumentContentProvider, vscode.DefinitionProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly shown = new Map<string, Shown>(); // by the URI of the preview
  private readonly good = new Map<string, Shown>(); // the last ones without problems
  private readonly marked = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
  });
  private readonly subscriptions: vscode.Disposable[];
  private notifications: vscode.Disposable | undefined;

  constructor(private readonly server: Server) {
    this.subscriptions = [
      this.changed,
      this.marked,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.languages.registerDefinitionProvider({ scheme }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      server.onStarted((client) => {
        this.notifications?.dispose();
        this.notifications = client.onNotification(previewChanged, () => this.refresh());
        this.refresh();
      }),
    ];
  }

  dispose(): void {
    this.notifications?.dispose();
    this.subscriptions.forEach((subscription) => subscription.dispose());
  }

  /** Opens the preview of a template beside it; the cursor stays where it is. */
  async open(template: vscode.Uri | string | undefined): Promise<void> {
    const uri = typeof template === 'string' ? vscode.Uri.parse(template) : (template ?? vscode.window.activeTextEditor?.document.uri);
    if (!uri || uri.scheme !== 'file' || !(await this.server.ensure())) {
      return;
    }
    const document = await vscode.workspace.openTextDocument(previewOf(uri));
    if (/\.ya?ml$/.test(uri.path) && document.languageId !== 'yaml') {
      await vscode.languages.setTextDocumentLanguage(document, 'yaml');
    }
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const client = await this.server.ensure();
    if (!client) {
      return '# There is no ytt program.\n';
    }
    const template = client.code2ProtocolConverter.asUri(templateOf(uri));
    const key = uri.toString();
    try {
      const result = await client.sendRequest(preview, { uri: template }, token);
      const shown = shownOf(result, this.good.get(key));
      this.shown.set(key, shown);
      if (result.problems.length === 0) {
        this.good.set(key, shown);
      }
      return shown.text;
    } catch (err) {
      return `# ${err instanceof Error ? err.message : err}\n`;
    }
  }

  /** From a line of a preview to the line of the template that it comes from. */
  provideDefinition(document: vscode.TextDocument, position: vscode.Position): vscode.Location | undefined {
    const shown = this.shown.get(document.uri.toString());
    const place = shown && placeOfLine(shown, position.line);
    return place && new vscode.Location(vscode.Uri.parse(place.uri), new vscode.Position(place.line, place.character));
  }

  // Shows in a preview what comes from the line of the template where the cursor is.
  private follow(editor: vscode.TextEditor): void {
    const { document, selection } = editor;
    if (document.uri.scheme !== 'file' || !this.server.client) {
      return;
    }
    const key = previewOf(document.uri).toString();
    const beside = vscode.window.visibleTextEditors.find((other) => other.document.uri.toString() === key);
    const shown = this.shown.get(key);
    if (!beside || !shown) {
      return;
    }
    const template = this.server.client.code2ProtocolConverter.asUri(document.uri);
    const ranges = linesFrom(shown, template, selection.active.line).map((line) => new vscode.Range(line, 0, line, 0));
    beside.setDecorations(this.marked, ranges);
    if (ranges[0]) {
      beside.revealRange(ranges[0], vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private refresh(): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === scheme) {
        this.changed.fire(uri);
      }
    }
  }

  private forget(uri: vscode.Uri): void {
    this.shown.delete(uri.toString());
    this.good.delete(uri.toString());
  }
}
