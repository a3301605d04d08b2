// The server's problems are those of the command: for all mistakes of conformance/mistakes whose command line a project file can
// hold. Files are open, and none is on disk as it is in the editor.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client, folder, offsetOf, program } from '../client.mjs';

const mistakes = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../conformance/mistakes');

function archive(text) {
  const [head, ...parts] = text.split(/^-- (.+) --\n/m);
  const files = {};
  for (let i = 0; i < parts.length; i += 2) {
    files[parts[i]] = parts[i + 1];
  }
  return { command: head.match(/^\$ (.*)$/m)?.[1], files };
}

// The project file that stands for a command line, or undefined.
function project(command) {
  const words = command?.split(' ') ?? [];
  const files = [];
  const values = [];
  if (words.shift() !== 'ytt' || /["'$<>|*=]/.test(command)) {
    return undefined;
  }
  for (let i = 0; i < words.length; i += 2) {
    if (words[i] === '-f' || words[i] === '--file') {
      files.push(words[i + 1]);
    } else if (words[i] === '--data-values-file') {
      values.push(words[i + 1]);
    } else {
      return undefined;
    }
  }
  if (files.length === 0 || files.some((name) => name === '-' || name.includes('://'))) {
    return undefined;
  }
  return `configurations:\n- name: a\n  files: ${JSON.stringify(files)}\n  values: ${JSON.stringify(values)}\n`;
}

const cases = [];
for (const area of readdirSync(mistakes, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  for (const name of readdirSync(path.join(mistakes, area.name)).filter((file) => file.endsWith('.txtar'))) {
    const { command, files } = archive(readFileSync(path.join(mistakes, area.name, name), 'utf8'));
    const written = project(command);
    if (written && !files['ytt.yml']) {
      cases.push({ name: `${area.name}/${name}`, command, files, project: written });
    }
  }
}

test('there are enough cases', () => assert.ok(cases.length > 100, `${cases.length}`));

// Errors as "file:line:column code message". The columns of the command count code points.
function ofCommand(root, command) {
  const run = spawnSync(program, [...command.split(' ').slice(1), '--diagnostics', 'json'], { cwd: root, encoding: 'utf8' });
  const { diagnostics = [] } = run.stderr.trim() ? JSON.parse(run.stderr) : {};
  return diagnostics.filter(({ severity }) => severity === 'error');
}

for (const { name, command, files, project } of cases) {
  test(name, { timeout: 60_000 }, async (t) => {
    const root = folder({ ...files, 'ytt.yml': project });
    const want = ofCommand(root, command);
    // On disk the files are empty, but for those that the command needs to find.
    const text = (file) => files[file] ?? project;
    const client = await Client.start(root, { encoding: 'utf-32' });
    t.after(() => client.process.kill());
    for (const [file, content] of Object.entries(files)) {
      if (/\.(ya?ml|star|txt)$/.test(file)) {
        await client.open(file, content);
        writeFileSync(path.join(root, file), '');
      }
    }
    const show = (file, line, column, code) => `${file}:${line}:${column} ${code}`;
    const expected = want.map((d) => (d.file && files[d.file] !== undefined ? show(d.file, d.line, d.column, d.code) : d.code));
    const errors = () => {
      const found = [];
      for (const [uri, { diagnostics }] of client.published) {
        const file = path.relative(root, fileURLToPath(uri));
        for (const d of diagnostics.filter(({ severity }) => severity === 1)) {
          const { line, character } = d.range.start;
          found.push({ at: show(file, line + 1, character + 1, d.code), code: d.code, message: d.message });
          if (text(file)[offsetOf(text(file), d.range.start, 'utf-32') - 1] === '.') {
            found.at(-1).dot = show(file, line + 1, character, d.code); // editors underline the name behind it
          }
        }
      }
      return found;
    };
    const missing = () => expected.filter((one) => !errors().some(({ at, dot, code }) => at === one || dot === one || code === one));
    await client.until('the problems of the command', () => missing().length === 0 && errors().length >= expected.length, 3_000).catch(() => {});
    assert.deepEqual(missing(), [], JSON.stringify(errors(), null, 1));
    for (const d of want) {
      const message = d.message.split('\n')[0];
      assert.ok(errors().some((one) => one.message.includes(message)), `${message}\nis not in\n${JSON.stringify(errors(), null, 1)}`);
    }
    assert.deepEqual(client.failures, []);
    assert.equal(await client.stop(), 0);
  });
}
