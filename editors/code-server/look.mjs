// Opens a template in Visual Studio Code as a person does, looks for what should be there, and takes pictures.
//
//	node look.mjs http://127.0.0.1:18123 FOLDER

import { chromium } from 'playwright-core';

const [address, folder] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1080, height: 600 } });
page.setDefaultTimeout(25_000);
const looked = [];

async function picture(name) {
  await page.waitForTimeout(700); // until nothing moves
  await page.screenshot({ path: `dist/${name}.png` });
}

async function look(what, steps) {
  try {
    await steps();
    looked.push(`ok: ${what}`);
  } catch (err) {
    looked.push(`FAILED: ${what}: ${String(err.message).split('\n')[0]}`);
    process.exitCode = 1;
  }
  await picture(what.replaceAll(' ', '-'));
  console.log(looked.at(-1));
}

const press = (keys) => page.keyboard.press(keys);
const type = (text) => page.keyboard.type(text, { delay: 30 });

async function command(name) {
  await press('F1');
  await page.locator('.quick-input-widget input').waitFor();
  await type(name);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
  await press('Enter');
}

async function open(file, line) {
  await press('Control+P');
  await page.locator('.quick-input-widget input').waitFor();
  await type(file);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: file }).waitFor();
  await press('Enter');
  await page.locator('.tab.active', { hasText: file }).waitFor();
  await page.locator('.editor-instance .view-line').first().waitFor();
  await press('Control+G');
  await type(String(line));
  await press('Enter');
  await page.waitForTimeout(500);
}

const editor = () => page.locator('.editor-group-container.active .editor-instance');
const offered = new Set((process.env.OFFERED ?? 'hover completion preview').split(' '));

await page.goto(`${address}/?folder=${folder}`);
await page.locator('.monaco-workbench').waitFor();
await page.locator('.explorer-folders-view').waitFor();
await page.keyboard.press('Control+B'); // no room for the side bar

await look('template', async () => {
  await open('deployment.yml', 10);
  await page.locator('.editor-status-mode, [id="status.editor.mode"]', { hasText: 'YAML template (ytt)' }).waitFor();
  await page.waitForFunction(() => {
    const line = [...document.querySelectorAll('.view-line')].find((one) => one.textContent.includes('@ytt:data'));
    const colours = Object.fromEntries([...(line?.querySelectorAll('span > span') ?? [])].map((part) => [part.textContent.trim(), part.className]));
    return colours.load && colours.load !== colours['#@'];
  });
  await page.locator('.statusbar-item', { hasText: 'ytt: local' }).waitFor();
});

await look('problem', async () => {
  await press('End');
  await press('Backspace');
  await editor().locator('.squiggly-error').first().waitFor();
  await command('Show or Focus Hover');
  await page.locator('.monaco-hover', { hasText: 'did you mean' }).first().waitFor();
});

if (offered.has('completion')) {
  await look('completion', async () => {
    await press('Escape');
    for (let i = 0; i < 'replica'.length; i++) {
      await press('Backspace');
    }
    await press('Control+Space');
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'replicas' }).first().waitFor();
  });
  await press('Escape');
}

await command('File: Revert File');
await page.waitForTimeout(1000);

if (offered.has('hover')) {
  await look('hover', async () => {
    await press('Control+G');
    await type('10:28');
    await press('Enter');
    await command('Show or Focus Hover');
    await page.locator('.monaco-hover', { hasText: 'replicas' }).first().waitFor();
  });
  await press('Escape');
}

if (offered.has('preview')) {
  await look('preview', async () => {
    await command('ytt: Preview of the Output');
    await page.locator('.view-line', { hasText: 'registry.example.com/shop:1.0' }).first().waitFor();
  });
}

await look('environment', async () => {
  await page.locator('.statusbar-item', { hasText: 'ytt: local' }).click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'production' }).click();
  await page.locator('.statusbar-item', { hasText: 'ytt: production' }).waitFor();
  if (offered.has('preview')) {
    await page.locator('.view-line', { hasText: 'registry.example.com/shop:1.4' }).first().waitFor();
  }
});

await look('explanation', async () => {
  await command('ytt: Explain the Code of a Problem');
  await page.locator('.quick-input-title', { hasText: 'Explain the code' }).waitFor();
  await page.locator('.quick-input-widget input:focus').waitFor();
  await type('script-runtime');
  await press('Enter');
  await page.locator('.tab', { hasText: 'script-runtime' }).first().waitFor();
  await page.locator('.view-line', { hasText: 'script-runtime' }).first().waitFor();
});

await browser.close();
console.log(`\n${looked.join('\n')}`);
