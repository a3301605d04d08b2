import assert from 'node:assert/strict';
import test from 'node:test';
import { isTemplate, isTextTemplate, languageFor } from '../src/detect';

const templates: Record<string, string> = {
  'code on a line of its own': '#@ x = 1\n---\na: 1\n',
  'indented code': 'a:\n  #@ if x:\n  b: 1\n  #@ end\n',
  'a computed value': 'a: #@ x\n',
  'a computed item': 'list:\n- #@ x\n',
  'a computed value in an item': '- a: #@ x\n',
  'a computed document': '--- #@ x\n',
  'an annotation': '#@data/values\n---\na: 1\n',
  'an annotation at the end of a line': 'a: #@schema/nullable\n',
  'code of one line alone': '#@\n',
  'Windows line ends': 'a: 1\r\n#@ end\r\n',
  'code behind a block scalar': 'a: |\n  text\n#@ x = 1\n',
  'code in a map behind a block scalar': 'a:\n  b: >-\n    text\n  #@ if x:\n',
  'code behind an empty line in a block scalar': 'a: |\n  text\n\n  more\n#@ x\n',
};

for (const [name, text] of Object.entries(templates)) {
  test(`a template: ${name}`, () => assert.equal(languageFor('yaml', text), 'ytt'));
}

const others: Record<string, string> = {
  nothing: '',
  'plain YAML': 'a: 1\nb: [2]\n',
  'ordinary comments': '# @author somebody\n#a\n# #@ x\n',
  'remarks alone': '#! for readers\na: 1\n',
  'code in a block scalar': 'script: |\n  #@ no code\n  echo\n',
  'code in a folded scalar of an item': '- >-2\n    #@ no code\n',
  'code in a tagged block scalar': 'a: !!str |+\n  #@ no code\n',
  'text in quotes': 'a: "b #@ c"\n',
  'an address': 'url: http://x/#@y\n',
};

for (const [name, text] of Object.entries(others)) {
  test(`no template: ${name}`, () => assert.equal(isTemplate(text), false));
}

test('text templates', () => {
  assert.equal(languageFor('plaintext', 'a (@= b @) c'), 'ytt-text');
  assert.equal(languageFor('plaintext', '(@ def f():\n@)'), 'ytt-text');
  assert.equal(isTextTemplate('(@-= b -@)'), true);
  assert.equal(isTextTemplate('mail (@home) and a@b'), false);
  assert.equal(isTextTemplate('(@= never closed'), false);
});

test('other languages are left alone', () => {
  assert.equal(languageFor('json', '#@ x'), undefined);
  assert.equal(languageFor('ytt', '#@ x'), undefined);
});
