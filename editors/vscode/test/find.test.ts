import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { findProgram } from '../src/find';

const root = mkdtempSync(path.join(os.tmpdir(), 'ytt-find-'));
const bin = path.join(root, 'bin');
mkdirSync(path.join(bin, 'folder'), { recursive: true });
for (const name of ['ytt', 'ytt.exe', 'data']) {
  writeFileSync(path.join(bin, name), '');
}
chmodSync(path.join(bin, 'ytt'), 0o755);
chmodSync(path.join(bin, 'data'), 0o644);

const find = (setting: string, PATH = bin, platform: NodeJS.Platform = 'linux') =>
  findProgram(setting, { PATH, GOBIN: path.join(root, 'gobin') }, platform);

test('a name is looked up in PATH', () => assert.equal(find('ytt', `/nowhere:${bin}`), path.join(bin, 'ytt')));
test('a path is taken as it is', () => assert.equal(find(path.join(bin, 'ytt'), ''), path.join(bin, 'ytt')));
test('what cannot be run is no program', () => assert.equal(find('data'), undefined));
test('a folder is no program', () => assert.equal(find('folder'), undefined));
test('a missing program is undefined', () => assert.equal(find('ytt-that-nobody-has'), undefined));
test('Windows adds .exe', () => assert.equal(find('ytt', `${bin}`, 'win32'), path.join(bin, 'ytt')));
test('folders of Go are looked at too', () => {
  mkdirSync(path.join(root, 'gobin'), { recursive: true });
  writeFileSync(path.join(root, 'gobin', 'ytt-elsewhere'), '', { mode: 0o755 });
  assert.equal(find('ytt-elsewhere', '/nowhere'), path.join(root, 'gobin', 'ytt-elsewhere'));
});
