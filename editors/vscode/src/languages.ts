// Gives documents that hold code of ytt the language of templates. Other extensions act on the language "yaml", and they
// report correct templates as wrong: the same key in two branches of an if, or a function above a document.

import * as vscode from 'vscode';
import { languageFor } from './detect';
import { settings } from './settings';

const largest = 1 << 20; // characters; larger files are data

export class Languages implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[] = [];
  // What was switched once is not switched again while it is open, so that a language chosen by hand stays.
  private readonly switched = new Set<string>();

  constructor(private readonly log: vscode.LogOutputChannel) {
    this.subscriptions.push(
      vscode.workspace.onDidOpenTextDocument((document) => this.consider(document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.consider(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document)),
    );
    vscode.workspace.textDocuments.forEach((document) => this.consider(document));
  }

  dispose(): void {
    this.subscriptions.forEach((subscription) => subscription.dispose());
  }

  private async consider(document: vscode.TextDocument): Promise<void> {
    const uri = document.uri.toString();
    if (document.uri.scheme !== 'file' || this.switched.has(uri) || !settings(document).detectLanguage) {
      return;
    }
    const text = document.getText();
    const language = text.length <= largest ? languageFor(document.languageId, text) : undefined;
    if (!language) {
      return;
    }
    this.switched.add(uri);
    try {
      await vscode.languages.setTextDocumentLanguage(document, language);
    } catch (err) {
      this.log.warn(`${uri}: cannot set the language ${language}: ${err}`);
    }
  }

  // A change of language closes a document and opens it again.
  private forget(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    setTimeout(() => {
      if (!vscode.workspace.textDocuments.some((open) => open.uri.toString() === uri)) {
        this.switched.delete(uri);
      }
    }, 0);
  }
}
