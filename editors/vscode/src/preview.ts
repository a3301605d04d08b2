// Previews: what a template gives, in a document of its own beside it, kept up to date.

import * as vscode from 'vscode';
import { preview, previewChanged, type PreviewOrigin } from './protocol';
import type { Server } from './server';

const scheme = 'ytt-preview';

/** The document that shows what a template gives. Its name ends as the template's does, so that it is shown as YAML. */
function previewOf(template: vscode.Uri): vscode.Uri {
  const name = template.path.split('/').pop() ?? 'preview';
  return vscode.Uri.from({ scheme, path: `/${name}`, query: template.toString() });
}

function templateOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.parse(uri.query);
}

export class Previews implements vscode.TextDocumentContentProvider, vscode.DefinitionProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly origins = new Map<string, PreviewOrigin[]>();
  private readonly subscriptions: vscode.Disposable[];
  private notifications: vscode.Disposable | undefined;

  constructor(private readonly server: Server) {
    this.subscriptions = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.languages.registerDefinitionProvider({ scheme }, this),
      vscode.workspace.onDidCloseTextDocument((document) => this.origins.delete(document.uri.toString())),
      server.onStarted((client) => {
        this.notifications?.dispose();
        this.notifications = client.onNotification(previewChanged, ({ uris }) => this.refresh(uris));
        this.refresh();
      }),
    ];
  }

  dispose(): void {
    this.notifications?.dispose();
    this.subscriptions.forEach((subscription) => subscription.dispose());
  }

  /** Opens the preview of a template beside it; the cursor stays where it is. */
  async open(template: vscode.Uri | undefined): Promise<void> {
    const uri = template ?? vscode.window.activeTextEditor?.document.uri;
    if (!uri || uri.scheme !== 'file' || !(await this.server.ensure())) {
      return;
    }
    const shown = previewOf(uri);
    let document = await vscode.workspace.openTextDocument(shown);
    if (/\.ya?ml$/.test(shown.path) && document.languageId !== 'yaml') {
      document = await vscode.languages.setTextDocumentLanguage(document, 'yaml');
    }
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
    this.changed.fire(shown);
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const client = await this.server.ensure();
    if (!client) {
      return '# no ytt program\n';
    }
    const template = client.code2ProtocolConverter.asUri(templateOf(uri));
    try {
      const result = await client.sendRequest(preview, { textDocument: { uri: template } }, token);
      this.origins.set(uri.toString(), result.origins ?? []);
      return result.text || commented(result.message ?? 'nothing: this file gives no output');
    } catch (err) {
      return commented(err instanceof Error ? err.message : String(err));
    }
  }

  /** From a line of a preview to the line of the template that it comes from. */
  provideDefinition(document: vscode.TextDocument, position: vscode.Position): vscode.Location | undefined {
    const client = this.server.client;
    const origins = this.origins.get(document.uri.toString()) ?? [];
    const origin = origins.findLast((candidate) => candidate.line <= position.line);
    return client && origin ? client.protocol2CodeConverter.asLocation(origin.location) : undefined;
  }

  private refresh(uris?: string[]): void {
    const asked = uris?.map((uri) => vscode.Uri.parse(uri).toString());
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === scheme && (!asked || asked.includes(templateOf(uri).toString()))) {
        this.changed.fire(uri);
      }
    }
  }
}

function commented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `# ${line}\n`)
    .join('');
}
