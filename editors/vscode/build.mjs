// Bundles the extension, and collects the licenses of what is in the bundle.

import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

const { metafile } = await build({
  entryPoints: ['src/extension.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  outfile: 'dist/extension.js',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
});

const folders = new Set(Object.keys(metafile.inputs).flatMap((file) => file.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []));
const texts = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file || !existsSync(`${folder}/${file}`)) {
    throw new Error(`${folder} has no license`);
  }
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
});
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', texts.join('\n----\n\n'));
