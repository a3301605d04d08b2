// The extension: it runs ytt lsp, and adds what a language server cannot do by itself.

import * as vscode from 'vscode';
import type { Location, Position } from 'vscode-languageclient/node';
import { Environments } from './environments';
import { Explanations } from './explain';
import { Languages } from './languages';
import { Previews } from './preview';
import { SchemaDocs } from './schemadocs';
import { Server } from './server';

const own = ['ytt', 'ytt-text', 'ytt-star'];

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('ytt', { log: true });
  const server = new Server(log, context);
  const environments = new Environments(server);
  const previews = new Previews(server);
  const explanations = new Explanations(server);
  const schemaDocs = new SchemaDocs(server);
  const languages = new Languages(log);

  const command = (name: string, run: (...args: never[]) => unknown) => vscode.commands.registerCommand(name, run);
  context.subscriptions.push(
    log, server, environments, previews, explanations, schemaDocs, languages,
    command('ytt.restartServer', () => server.restart()),
    command('ytt.selectEnvironment', () => environments.select()),
    command('ytt.openPreview', (uri?: vscode.Uri) => previews.open(uri)),
    // The server's code lenses call these two.
    command('ytt.preview', (uri?: string) => previews.open(uri)),
    command('ytt.showReferences', (uri: string, at: Position, found: Location[]) => showReferences(server, uri, at, found)),
    command('ytt.openSchemaDocs', () => schemaDocs.open()),
    command('ytt.explainCode', (code?: string) => explanations.show(typeof code === 'string' ? code : undefined)),
    command('ytt.showLog', () => log.show()),
    vscode.window.registerUriHandler(explanations),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('ytt.path') || change.affectsConfiguration('ytt.args')) {
        void server.restart();
      }
    }),
    vscode.workspace.onDidOpenTextDocument((document) => startFor(document, server)),
  );

  if (await hasProject()) {
    await server.ensure();
  }
  vscode.workspace.textDocuments.forEach((document) => startFor(document, server));
}

async function showReferences(server: Server, uri: string, at: Position, found: Location[]): Promise<void> {
  const convert = server.client?.protocol2CodeConverter;
  if (convert) {
    const places = found.map((location) => convert.asLocation(location));
    await vscode.commands.executeCommand('editor.action.showReferences', convert.asUri(uri), convert.asPosition(at), places);
  }
}

// The server starts with the first file of ytt, so that other repositories with YAML in them are left alone.
function startFor(document: vscode.TextDocument, server: Server): void {
  if (document.uri.scheme === 'file' && own.includes(document.languageId)) {
    void server.ensure();
  }
}

async function hasProject(): Promise<boolean> {
  const found = await vscode.workspace.findFiles('**/ytt.{yml,yaml}', '**/node_modules/**', 1);
  return found.length > 0;
}
