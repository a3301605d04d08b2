// Every method that the server announces answers, everywhere in the files of the examples; what it does not announce is refused;
// what is cancelled ends.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { CancellationTokenSource } from 'vscode-languageserver-protocol/node';
import { Client, folder, positionOf, random } from '../client.mjs';

const examples = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../examples');

function tree(root, below = '') {
  return readdirSync(path.join(root, below), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? tree(root, path.join(below, entry.name)) : [path.join(below, entry.name)],
  );
}

const files = Object.fromEntries(tree(path.join(examples, 'webapp')).map((name) => [name, readFileSync(path.join(examples, 'webapp', name), 'utf8')]));
files['ytt.yml'] = 'configurations:\n- name: webapp\n  files: [config, overlays]\n';
files['config/more.lib.yml'] = '#@ def labels(app):\r\napp: #@ app\r\nemoji: 🙂 é e\u0301\r\n#@ end\r\n';
files['config/notes.txt'] = '(@ load("@ytt:data", "data") -@)\nNotes for (@= str(len(dir(data.values))) @)\n';

// The methods behind each capability, with parameters made of a document, a position and a range.
const at = ({ textDocument, position }) => ({ textDocument, position });
const whole = ({ textDocument }) => ({ textDocument });
const methods = {
  completionProvider: { 'textDocument/completion': at },
  hoverProvider: { 'textDocument/hover': at },
  signatureHelpProvider: { 'textDocument/signatureHelp': at },
  definitionProvider: { 'textDocument/definition': at },
  declarationProvider: { 'textDocument/declaration': at },
  typeDefinitionProvider: { 'textDocument/typeDefinition': at },
  implementationProvider: { 'textDocument/implementation': at },
  referencesProvider: { 'textDocument/references': (p) => ({ ...at(p), context: { includeDeclaration: true } }) },
  renameProvider: { 'textDocument/prepareRename': at, 'textDocument/rename': (p) => ({ ...at(p), newName: 'other' }) },
  documentHighlightProvider: { 'textDocument/documentHighlight': at },
  documentSymbolProvider: { 'textDocument/documentSymbol': whole },
  workspaceSymbolProvider: { 'workspace/symbol': () => ({ query: 'a' }) },
  codeActionProvider: { 'textDocument/codeAction': (p) => ({ textDocument: p.textDocument, range: p.range, context: { diagnostics: p.diagnostics } }) },
  codeLensProvider: { 'textDocument/codeLens': whole },
  documentLinkProvider: { 'textDocument/documentLink': whole },
  documentFormattingProvider: { 'textDocument/formatting': (p) => ({ ...whole(p), options: { tabSize: 2, insertSpaces: true } }) },
  documentRangeFormattingProvider: { 'textDocument/rangeFormatting': (p) => ({ ...whole(p), range: p.range, options: { tabSize: 2, insertSpaces: true } }) },
  foldingRangeProvider: { 'textDocument/foldingRange': whole },
  selectionRangeProvider: { 'textDocument/selectionRange': (p) => ({ ...whole(p), positions: [p.position] }) },
  semanticTokensProvider: { 'textDocument/semanticTokens/full': whole, 'textDocument/semanticTokens/range': (p) => ({ ...whole(p), range: p.range }) },
  inlayHintProvider: { 'textDocument/inlayHint': (p) => ({ ...whole(p), range: p.range }) },
  diagnosticProvider: { 'textDocument/diagnostic': whole, 'workspace/diagnostic': () => ({ previousResultIds: [] }) },
  executeCommandProvider: {},
};
const noMethods = ['positionEncoding', 'textDocumentSync', 'workspace', 'experimental'];
const ofOurs = {
  'ytt/environments': () => ({}),
  'ytt/preview': ({ textDocument }) => ({ uri: textDocument.uri }),
  'ytt/schemaDocs': ({ textDocument }) => ({ uri: textDocument.uri, format: 'markdown' }),
  'ytt/explainCode': () => ({ code: 'script-runtime' }),
};

const internal = -32603;
const unknown = -32601;
const cancelled = -32800;

async function opened(encoding, options) {
  const root = folder(files);
  const client = await Client.start(root, { encoding, options });
  for (const [name, text] of Object.entries(files)) {
    await client.open(name, text);
  }
  return client;
}

for (const [encoding, options] of [['utf-16', {}], ['utf-8', { diagnostics: 'pull', inlayHints: true }]]) {
  test(`every announced method answers everywhere (${encoding})`, { timeout: 300_000 }, async (t) => {
    const client = await opened(encoding, options);
    t.after(() => client.process.kill());
    const { capabilities } = client.initialized;
    const announced = Object.entries(capabilities).filter(([name, value]) => value && !noMethods.includes(name));
    const table = { ...ofOurs };
    for (const [name] of announced) {
      assert.ok(methods[name], `${name} is announced, and not tested`);
      Object.assign(table, methods[name]);
    }
    const chance = random(1);
    const answered = {};
    for (const [method, parameters] of Object.entries(table)) {
      for (const [name, text] of Object.entries(files)) {
        const places = [0, text.length, ...Array.from({ length: 12 }, () => chance.below(text.length + 1))];
        await Promise.all(
          places.map(async (offset) => {
            const position = positionOf(text, offset, encoding);
            const range = { start: position, end: positionOf(text, Math.min(text.length, offset + 40), encoding) };
            const params = parameters({ textDocument: { uri: client.uri(name) }, position, range, diagnostics: client.diagnostics(name) });
            try {
              const result = await client.ask(method, params);
              answered[method] = (answered[method] ?? 0) + (result && (!Array.isArray(result) || result.length) ? 1 : 0);
            } catch (err) {
              assert.ok(err.code !== internal && err.code !== unknown, `${method} ${JSON.stringify(params)}: ${err.code} ${err.message}`);
              assert.ok(err.message, `${method} is refused without a reason`);
            }
          }),
        );
      }
    }
    t.diagnostic(`answers that hold something: ${JSON.stringify(answered)}`);
    const silent = ['textDocument/codeAction', 'textDocument/signatureHelp', ...(options.inlayHints ? [] : ['textDocument/inlayHint'])];
    for (const method of Object.keys(table).filter((name) => !silent.includes(name))) {
      assert.ok(answered[method] > 0, `${method} never answers with anything`);
    }
    assert.deepEqual(client.failures, []);
    assert.equal(await client.stop(), 0);
  });
}

test('wrong requests are answered, and the server lives on', { timeout: 60_000 }, async (t) => {
  const client = await opened('utf-16', {});
  t.after(() => client.process.kill());
  await assert.rejects(client.ask('ytt/nothing', {}), { code: unknown });
  await assert.rejects(client.ask('initialize', { processId: null, rootUri: null, capabilities: {} }), { code: -32600 });
  const { capabilities } = client.initialized;
  for (const [name, table] of Object.entries(methods)) {
    for (const method of capabilities[name] ? Object.keys(table) : []) {
      for (const params of [{}, { textDocument: 7 }, { textDocument: { uri: 'untitled:x' }, position: { line: 1e9, character: 1e9 } }]) {
        await client.ask(method, params).catch((err) => assert.notEqual(err.code, internal, `${method} ${JSON.stringify(params)}: ${err.message}`));
      }
    }
  }
  assert.ok(await client.ask('ytt/environments', {}));
  assert.equal(await client.stop(), 0);
});

test('what is cancelled ends', { timeout: 60_000 }, async (t) => {
  const client = await Client.start(folder({ 'config/a.yml': '#@ x = 0\n#@ for i in range(100000000):\n#@   x += i\n#@ end\n---\na: 1\n' }), { options: { diagnostics: 'pull' } });
  t.after(() => client.process.kill());
  await client.open('config/a.yml', '#@ x = 0\n#@ for i in range(2000000000):\n#@   x += i\n#@ end\n---\na: 1\n');
  const source = new CancellationTokenSource();
  const asked = client.ask('textDocument/diagnostic', { textDocument: { uri: client.uri('config/a.yml') } }, source.token);
  const start = Date.now();
  setTimeout(() => source.cancel(), 300);
  await assert.rejects(asked, { code: cancelled });
  assert.ok(Date.now() - start < 10_000);
  assert.ok(await client.ask('ytt/environments', {}));
  assert.equal(await client.stop(), 0);
});

test('a newer text ends work on an older one', { timeout: 60_000 }, async (t) => {
  const client = await Client.start(folder({ 'config/a.yml': 'a: 1\n' }));
  t.after(() => client.process.kill());
  await client.open('config/a.yml', '#@ x = 0\n#@ for i in range(2000000000):\n#@   x += i\n#@ end\n---\na: 1\n');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await client.change('config/a.yml', 2, [{ text: 'a: #@ nothing\n' }]);
  await client.until('the problems of the newer text', () => client.diagnostics('config/a.yml').some(({ message }) => message.includes('nothing')), 20_000);
  assert.equal(await client.stop(), 0);
});
