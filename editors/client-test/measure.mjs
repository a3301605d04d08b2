// Measures ytt lsp as an editor meets it, on workspaces that are made up (workspace.mjs). Wall time means something on a machine that
// does nothing else; the processor time of the server stands beside it.
//
//	YTT=…/ytt npm run measure

import { readFileSync } from 'node:fs';
import os from 'node:os';
import { Client, folder, memoryOf, positionOf } from './client.mjs';
import { sizes, workspace } from './workspace.mjs';

const times = Number(process.env.TIMES ?? 200);

// Milliseconds of processor time that a process has used; NaN where that cannot be told.
function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10; // clock ticks of 1/100 s
  } catch {
    return NaN;
  }
}

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

function show(what, durations, cpu) {
  const sorted = durations.toSorted((a, b) => a - b);
  const ms = (n) => `${n.toFixed(1)} ms`;
  const used = cpu === undefined ? '' : ms(cpu / durations.length);
  console.log(`| ${what} | ${ms(at(sorted, 0.5))} | ${ms(at(sorted, 0.95))} | ${ms(sorted.at(-1))} | ${used} |`);
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

// Runs an operation a number of times, and shows how long it took.
async function series(client, what, operation, n = times) {
  await operation(-1); // the first one fills what later ones use
  const durations = [];
  const before = processorTime(client.process.pid);
  for (let i = 0; i < n; i++) {
    durations.push(await timed(() => operation(i)));
  }
  show(what, durations, processorTime(client.process.pid) - before);
}

async function cold(files, name, text) {
  const starts = [];
  const first = [];
  for (let i = 0; i < 10; i++) {
    const root = folder(files);
    const start = performance.now();
    const client = await Client.start(root);
    starts.push(performance.now() - start);
    await client.open(name, text);
    await client.until('diagnostics', () => client.published.has(client.uri(name)));
    first.push(performance.now() - start);
    await client.stop();
  }
  show('start, until initialize is answered', starts);
  show('start, until there are diagnostics', first);
}

async function measure(size) {
  const files = workspace(sizes[size]);
  const name = Object.keys(files).find((file) => file.includes('template7.'));
  const text = files[name];
  console.log(`\n${size}\n\n| | median | p95 | largest | CPU each |\n| --- | --- | --- | --- | --- |`);
  await cold(files, name, text);

  const client = await Client.start(folder(files));
  let version = 1;
  await client.open(name, text, version);
  await client.until('diagnostics', () => client.published.has(client.uri(name)));
  const set = (next) => client.change(name, ++version, [{ text: next }]);

  const typed = text.replace('list:', 'list: #');
  await series(client, 'diagnostics after a key', async (i) => {
    await set(i % 2 ? text : typed);
    await client.until('diagnostics', () => client.published.get(client.uri(name)).version === version);
  });

  const { capabilities } = client.initialized;
  const textDocument = { uri: client.uri(name) };
  const broken = text.replace('  list:', '  more: #@ data.values.section3.group4.\n  list:');
  const dot = positionOf(broken, broken.indexOf('group4.\n') + 'group4.'.length, 'utf-16');
  if (capabilities.completionProvider) {
    await series(client, 'completion after a key', async (i) => {
      await set(i % 2 ? broken : broken + ' ');
      const answer = await client.ask('textDocument/completion', { textDocument, position: dot });
      if ((answer?.items ?? answer ?? []).length < 10) {
        throw new Error(`completion gives ${JSON.stringify(answer)}`);
      }
    });
  }
  await set(text);
  const places = [...text.matchAll(/key\d/g)].map((match) => positionOf(text, match.index + 1, 'utf-16'));
  if (capabilities.hoverProvider) {
    await series(client, 'hover', (i) => client.ask('textDocument/hover', { textDocument, position: places[(i + places.length) % places.length] }));
  }
  if (capabilities.definitionProvider) {
    await series(client, 'definition', (i) => client.ask('textDocument/definition', { textDocument, position: places[(i + places.length) % places.length] }));
  }
  if (capabilities.referencesProvider) {
    await series(client, 'references', (i) => client.ask('textDocument/references', { textDocument, position: places[(i + places.length) % places.length], context: { includeDeclaration: true } }));
  }
  if (capabilities.semanticTokensProvider) {
    await series(client, 'semantic tokens after a key', async (i) => {
      await set(i % 2 ? text : text + ' ');
      await client.ask('textDocument/semanticTokens/full', { textDocument });
    });
  }
  console.log(`\nmemory of the server at the end: ${memoryOf(client.process.pid).toFixed(0)} MB`);
  await client.stop();
}

console.log(`${os.cpus().length} × ${os.cpus()[0].model}; load ${os.loadavg().map((n) => n.toFixed(1)).join(' ')}; ${times} times each`);
for (const size of Object.keys(sizes)) {
  await measure(size);
}
