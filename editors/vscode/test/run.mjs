// Bundles the unit tests, and runs them with the test runner of Node.

import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
await build({
  entryPoints: readdirSync('test').filter((name) => name.endsWith('.test.ts')).map((name) => `test/${name}`),
  bundle: true,
  platform: 'node',
  outdir: 'dist/test',
});
const { status } = spawnSync('node', ['--test', 'dist/test/'], { stdio: 'inherit' });
process.exit(status ?? 1);
