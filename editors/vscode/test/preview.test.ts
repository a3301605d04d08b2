import assert from 'node:assert/strict';
import test from 'node:test';
import { linesFrom, placeOfLine, shownOf } from '../src/preview-text';

const uri = 'file:///w/config/app.yml';
const location = (line: number) => ({ uri, range: { start: { line, character: 2 }, end: { line, character: 5 } } });
const good = {
  configuration: 'shop',
  text: 'a: 1\nb:\n- 2\n- 2\n',
  lines: [
    { line: 0, location: location(4) },
    { line: 2, location: location(7) },
    { line: 3, location: location(7) },
  ],
  problems: [],
};
const bad = {
  configuration: 'shop',
  text: '',
  lines: [],
  problems: [{ message: 'no such thing\nhint: other', location: location(9) }, { message: 'nowhere' }],
};

test('lines of a preview lead to the template, and back', () => {
  const shown = shownOf(good, undefined);
  assert.equal(shown.text, good.text);
  assert.deepEqual(placeOfLine(shown, 1), { uri, line: 4, character: 2 });
  assert.deepEqual(placeOfLine(shown, 3), { uri, line: 7, character: 2 });
  assert.deepEqual(linesFrom(shown, uri, 7), [2, 3]);
  assert.deepEqual(linesFrom(shown, uri, 5), []);
  assert.deepEqual(linesFrom(shown, 'file:///other', 7), []);
});

test('problems stand above the last output, and lead to their places', () => {
  const shown = shownOf(bad, shownOf(good, undefined));
  assert.equal(shown.text, '# app.yml:10: no such thing\n# hint: other\n# nowhere\n#\n# The last output:\n' + good.text);
  assert.equal(placeOfLine(shown, 1)?.line, 9);
  assert.equal(placeOfLine(shown, 5)?.line, 4);
  assert.deepEqual(linesFrom(shown, uri, 7), [7, 8]);
});

test('problems without an earlier output stand alone', () => {
  assert.equal(shownOf({ ...bad, problems: bad.problems.slice(1) }, undefined).text, '# nowhere\n');
});

test('a file without output says so', () => {
  assert.equal(shownOf({ ...good, text: '', lines: [] }, undefined).text, '# This file gives no output.\n');
});
