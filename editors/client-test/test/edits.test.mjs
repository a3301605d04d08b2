// The text of the server stays that of the client over thousands of random edits. A template says which text the server has:
// it fails with the digest of a file of data that is being edited.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { Client, folder, memoryOf, positionOf, random } from '../client.mjs';

const edits = Number(process.env.EDITS ?? 10_000);
const files = {
  'ytt.yml': 'configurations:\n- name: a\n  files: [config]\n',
  'config/digest.yml': `#@ load("@ytt:data", "data")
#@ load("@ytt:sha256", "sha256")
---
digest: #@ fail(sha256.sum(data.read("edited.md")))
`,
  'config/edited.md': '',
};
const pieces = ['a', 'some words', '\n', '\r\n', '\r\n\r\n', '\n  ', '🙂', '👩‍👩‍👧', 'é', 'e\u0301', 'ß', '日本語', '𝔘', '\t', ' ', '\u2028', '\u0085', '#@ x', '(@= y @)', ''];

// Offsets between characters; not within a line end, which has no position of its own.
function place(text, { below }) {
  let at = below(text.length + 1);
  if (at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text[at]) && /[\uD800-\uDBFF]/.test(text[at - 1])) {
    at--;
  }
  if (text[at] === '\n' && text[at - 1] === '\r') {
    at--;
  }
  return at;
}

function edit(text, chance, encoding) {
  if (chance.below(500) === 0) {
    const whole = pieces.join(chance.of(pieces));
    return { text: whole, change: { text: whole } };
  }
  let start = place(text, chance);
  let end = chance.below(3) ? start : place(text, { below: () => Math.min(text.length, start + chance.below(text.length > 3000 ? 400 : 25)) });
  if (end < start) {
    [start, end] = [end, start];
  }
  const insert = chance.of(pieces) + chance.of(pieces);
  const next = text.slice(0, start) + insert + text.slice(end);
  const range = { start: positionOf(text, start, encoding), end: positionOf(text, end, encoding) };
  if (/^[\r\n]|^$/.test(text.slice(end)) && chance.below(4) === 0) {
    range.end.character += 1000; // behind the end of the line means its end
  }
  return { text: next, change: { range, text: insert } };
}

for (const encoding of ['utf-16', 'utf-8', 'utf-32']) {
  test(`${edits} random edits with positions in ${encoding}`, { timeout: 600_000 }, async (t) => {
    const client = await Client.start(folder(files), { encoding });
    t.after(() => client.process.kill());
    assert.equal(client.initialized.capabilities.positionEncoding, encoding);
    const chance = random(encoding.length);
    let text = 'first\r\nsecond 🙂\n';
    await client.open('config/edited.md', text);
    let early = NaN; // memory after a tenth of the edits
    for (let version = 2, done = 0; done < edits; version++) {
      const changes = [];
      for (let n = 1 + chance.below(3); n > 0; n--, done++) {
        const next = edit(text, chance, encoding);
        text = next.text;
        changes.push(next.change);
      }
      await client.change('config/edited.md', version, changes);
      if (version % 200 === 0 || done >= edits) {
        const digest = createHash('sha256').update(text).digest('hex');
        await client.until(`the digest of version ${version}`, () => client.diagnostics('config/digest.yml').some(({ message }) => message.includes(digest)), 20_000);
      }
      if (Number.isNaN(early) && done > edits / 10) {
        early = memoryOf(client.process.pid);
      }
    }
    const late = memoryOf(client.process.pid);
    t.diagnostic(`memory after a tenth of the edits ${early.toFixed(0)} MB, at the end ${late.toFixed(0)} MB`);
    assert.ok(!(late > 150), 'memory grows with the number of edits'); // 60 000 edits end with as much as 10 000
    assert.deepEqual(client.failures, []);
    assert.equal(await client.stop(), 0);
  });
}
