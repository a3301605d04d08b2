// Opens pages of 'ytt schema show -o html' in Chromium, on a small screen and a large one, in both themes: axe must find nothing, nothing may
// be wider than the screen, and what the search and the filters show is checked.
import {chromium} from "playwright-core"
import {execFileSync} from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import {fileURLToPath} from "node:url"

const here = path.dirname(fileURLToPath(import.meta.url))
const {CHROMIUM, YTT} = process.env
const axe = fs.readFileSync(path.join(here, "node_modules/axe-core/axe.min.js"), "utf8")
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "ytt-schema-page-"))

let failed = 0, passed = 0
function check(ok, what, more = "") {
  if (ok) passed++
  else { failed++; console.log("FAILED:", what, more) }
}

fs.writeFileSync(path.join(dir, "schema.yml"), `#@data/values-schema
---
#@schema/desc "Where it listens.\\nSee https://example.com/hosts for names."
#@schema/renamed "address"
host: ""
#@schema/required
name: ""
#@schema/deprecated "use name"
title: ""
#@schema/removed "gone"
old: ""
a_very_long_key_that_does_not_fit_on_a_small_screen_by_far:
  another_long_key_below_it_that_is_even_longer_than_that: ""
`)
fs.writeFileSync(path.join(dir, "ytt.yml"), "configurations:\n- name: the-shop\n  files: [schema.yml]\n")
const pages = {
  small: execFileSync(YTT, ["schema", "show", "--project", "-o", "html"], {cwd: dir}),
  example: execFileSync(YTT, ["schema", "show", "-f", path.join(here, "../../examples/database-operator/config"), "-o", "html"]),
}
const browser = await chromium.launch({executablePath: CHROMIUM, args: ["--no-sandbox"]})
for (const [name, html] of Object.entries(pages)) {
  const file = path.join(dir, name + ".html")
  fs.writeFileSync(file, html)
  for (const width of [390, 1200]) {
    for (const colorScheme of ["light", "dark"]) {
      const where = `${name} at ${width}, ${colorScheme}`
      const page = await browser.newPage({viewport: {width, height: 800}, colorScheme})
      const errors = []
      page.on("pageerror", e => errors.push(String(e)))
      await page.goto("file://" + file)
      await page.evaluate(() => document.querySelectorAll("details").forEach(d => { d.open = true }))
      check((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${where}: it is wider than the screen`)
      await page.evaluate(axe)
      const {violations} = await page.evaluate(() => window.axe.run())
      check(violations.length === 0, `${where}: axe`, JSON.stringify(violations.map(v => [v.id, v.nodes.map(n => n.target.join(" "))])))
      check(errors.length === 0, `${where}: errors`, errors.join("; "))
      await page.close()
    }
  }
}

const page = await browser.newPage({viewport: {width: 390, height: 800}})
await page.goto("file://" + path.join(dir, "small.html"))
check(await page.title() === "the-shop", "the title is the name of the configuration", await page.title())
check(await page.locator('a[href="https://example.com/hosts"]').count() === 1, "a URL is a link")
const box = page.locator("input[type=search]").first()
await box.fill("address")
await page.waitForTimeout(300)
const shown = await page.evaluate(() => document.body.innerText)
check(/\bhost\b/.test(shown) && !/\btitle\b/.test(shown), "the search finds the old name of a key", shown.slice(0, 300))
await box.fill("")
await browser.close()
fs.rmSync(dir, {recursive: true})
console.log(`pages of schemas: ${passed} checks passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
