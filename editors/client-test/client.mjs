// An editor without a person: starts ytt lsp, and keeps what it says.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StreamMessageReader, StreamMessageWriter, createProtocolConnection } from 'vscode-languageserver-protocol/node';

process.setMaxListeners(0); // every server and every folder ends with the process

/** The program that is tested. */
export const program = process.env.YTT ?? 'ytt';

/** A folder with files, name → text. It is removed when the process ends. */
export function folder(files) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'ytt-client-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

const everything = {
  workspace: {
    applyEdit: true,
    workspaceFolders: true,
    configuration: true,
    workspaceEdit: { documentChanges: true },
    didChangeConfiguration: {},
    symbol: {},
    executeCommand: {},
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true, dataSupport: true, tagSupport: { valueSet: [1, 2] } },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'], insertReplaceSupport: true, labelDetailsSupport: true } },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } },
    definition: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source', 'source.fixAll'] } }, isPreferredSupport: true, dataSupport: true, resolveSupport: { properties: ['edit'] } },
    rename: { prepareSupport: true },
    foldingRange: {},
    selectionRange: {},
    semanticTokens: { requests: { full: { delta: true }, range: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] },
    inlayHint: {},
    codeLens: {},
    documentLink: {},
    formatting: {},
    rangeFormatting: {},
    diagnostic: {},
  },
};

export class Client {
  published = new Map(); // path → parameters of textDocument/publishDiagnostics
  log = [];
  failures = []; // what must not happen
  #waiting = new Set();

  /** Starts a server for a folder, and says initialize. */
  static async start(root, { encoding = 'utf-16', options = {}, capabilities = {} } = {}) {
    const client = new Client();
    client.root = root;
    client.process = spawn(program, ['lsp'], { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
    client.exited = new Promise((resolve) => client.process.on('exit', resolve));
    process.on('exit', () => client.process.kill());
    client.process.stderr.on('data', (text) => client.failures.push(`standard error: ${text}`));
    client.connection = createProtocolConnection(new StreamMessageReader(client.process.stdout), new StreamMessageWriter(client.process.stdin));
    client.connection.onNotification('textDocument/publishDiagnostics', (params) => client.#publish(params));
    client.connection.onNotification('window/logMessage', ({ type, message }) => {
      client.log.push(message);
      if (type === 1) {
        client.failures.push(`logged as an error: ${message}`);
      }
    });
    client.connection.onRequest('workspace/configuration', ({ items }) => items.map(() => null));
    client.connection.onRequest('client/registerCapability', () => null);
    client.connection.listen();
    client.initialized = await client.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: client.uri(''),
      workspaceFolders: [{ uri: client.uri(''), name: 'test' }],
      initializationOptions: options,
      capabilities: { ...everything, general: { positionEncodings: [encoding] }, ...capabilities },
    });
    await client.notify('initialized', {});
    return client;
  }

  uri(name) {
    return pathToFileURL(path.join(this.root, name)).href;
  }

  ask(method, params, token) {
    return token ? this.connection.sendRequest(method, params, token) : this.connection.sendRequest(method, params);
  }

  notify(method, params) {
    return this.connection.sendNotification(method, params);
  }

  open(name, text, version = 1) {
    return this.notify('textDocument/didOpen', { textDocument: { uri: this.uri(name), languageId: 'ytt', version, text } });
  }

  change(name, version, contentChanges) {
    return this.notify('textDocument/didChange', { textDocument: { uri: this.uri(name), version }, contentChanges });
  }

  /** The diagnostics of a file. */
  diagnostics(name) {
    return this.published.get(this.uri(name))?.diagnostics ?? [];
  }

  /** Waits until a condition holds after some publication; true at once if it holds now. */
  until(what, condition, timeout = 30_000) {
    if (condition()) {
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), timeout);
      const entry = () => {
        if (condition()) {
          clearTimeout(timer);
          this.#waiting.delete(entry);
          resolve();
        }
      };
      this.#waiting.add(entry);
    });
  }

  #publish(params) {
    this.published.set(params.uri, params);
    [...this.#waiting].forEach((check) => check());
  }

  /** Ends the server as editors do; returns its exit status. */
  async stop() {
    await this.ask('shutdown');
    await this.notify('exit');
    const status = await this.exited;
    this.connection.dispose();
    return status;
  }
}

/** Megabytes of memory that a process holds; NaN where that cannot be told. */
export function memoryOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024;
  } catch {
    return NaN;
  }
}

/** Random numbers that are the same in every run. */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { below: (n) => Math.floor(next() * n), of: (list) => list[Math.floor(next() * list.length)] };
}

const length = {
  'utf-8': (text) => Buffer.byteLength(text),
  'utf-16': (text) => text.length,
  'utf-32': (text) => [...text].length,
};

/** The position of an offset of a string, in an encoding. */
export function positionOf(text, offset, encoding) {
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: length[encoding](lines.at(-1)) };
}

/** The offset of a position. */
export function offsetOf(text, { line, character }, encoding) {
  const ends = /\r\n|\r|\n/g;
  let start = 0;
  for (let i = 0; i < line; i++) {
    if (!ends.exec(text)) {
      return text.length;
    }
    start = ends.lastIndex;
  }
  let at = start;
  while (at < text.length && length[encoding](text.slice(start, at)) < character) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
  }
  return at;
}
