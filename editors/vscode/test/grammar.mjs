// Runs the tests of the grammars below test/grammar: with the grammar of YAML that Visual Studio Code has, and with the one
// that was usual before and that other editors still have. Arguments choose files.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url)))); // injections are those of ./package.json

const files = process.argv.slice(2).length ? process.argv.slice(2) : readdirSync('test/grammar').map((name) => `test/grammar/${name}`);
const yaml = {
  'VS Code': readdirSync('test/grammars/vscode-yaml').filter((name) => name.endsWith('.json')).map((name) => `test/grammars/vscode-yaml/${name}`),
  TextMate: ['node_modules/tm-grammars/grammars/yaml.json'],
};

let failed = false;
for (const [name, grammars] of Object.entries(yaml)) {
  console.log(`with the YAML grammar of ${name}:`);
  const options = grammars.flatMap((grammar) => ['-g', grammar]);
  const { status } = spawnSync('node', ['node_modules/vscode-tmgrammar-test/dist/unit.js', ...options, ...files], { stdio: 'inherit' });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
