// Drives the page of 'ytt website' (native) and the one without a server (browser) in Chromium, and checks what a person would see.
import {chromium} from "playwright-core"
import {spawn} from "node:child_process"
import fs from "node:fs"
import http from "node:http"
import os from "node:os"
import path from "node:path"
import {fileURLToPath} from "node:url"

const here = path.dirname(fileURLToPath(import.meta.url))
const {CHROMIUM, YTT, SITE} = process.env
const axe = fs.readFileSync(path.join(here, "node_modules/axe-core/axe.min.js"), "utf8")
const shots = path.join(here, "shots")
fs.mkdirSync(shots, {recursive: true})
const only = process.argv[2]

let failed = 0, passed = 0
function check(ok, what, more = "") {
  if (ok) passed++
  else { failed++; console.log("FAILED:", what, more) }
}

// Files that both work on.
const schema = `#@data/values-schema
---
#@schema/desc "Name of the application"
#@schema/validation min_len=1
name: shop
#@schema/validation min=1, max=9
replicas: 1
#@schema/validation one_of=["debug", "info", "error"]
level: info
#@schema/sensitive
password: s3cret
#@schema/nullable
host: ""
#@schema/deprecated "use level"
verbose: false
ports: [0]
labels:
  #@schema/any-key
  _: ""
#@schema/type "int", "string"
limit: 5
database:
  port: 5432
`
const template = `#@ load("@ytt:data", "data")
name: #@ data.values.name
replicas: #@ data.values.replicas
level: #@ data.values.level
database: #@ data.values.database
labels: #@ data.values.labels
`

const browser = await chromium.launch({executablePath: CHROMIUM, args: ["--no-sandbox"]})

// serveNative starts 'ytt website' on a copy of files.
async function serveNative(files, ...flags) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "ytt-page-"))
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(dir, path.dirname(name)), {recursive: true})
    fs.writeFileSync(path.join(dir, name), text)
  }
  const p = spawn(YTT, ["website", "--listen-addr", "127.0.0.1:0", ...flags, dir])
  const url = await new Promise((yes, no) => {
    let t = ""
    p.stdout.on("data", d => { t += d; const m = /http:\S+/.exec(t); if (m) yes(m[0]) })
    p.on("exit", no)
  })
  return {dir, url, stop: () => { p.removeAllListeners("exit"); p.kill(); fs.rmSync(dir, {recursive: true, force: true}) }}
}

// serveStatic serves the static files, with the headers that are beside them.
async function serveStatic(dir) {
  const types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".bin": "application/octet-stream"}
  const headers = Object.fromEntries(fs.readFileSync(path.join(dir, "_headers"), "utf8").split("\n").filter(l => l.startsWith("  ")).map(l => l.trim().split(/: (.*)/).slice(0, 2)))
  const seen = []
  const s = http.createServer((q, a) => {
    const name = new URL(q.url, "http://x").pathname.replace(/\/$/, "/index.html")
    seen.push(name)
    const at = path.join(dir, name)
    if (!at.startsWith(dir) || !fs.existsSync(at)) { a.writeHead(404); return a.end() }
    a.writeHead(200, {...headers, "Content-Type": types[path.extname(at)] ?? "text/plain"})
    fs.createReadStream(at).pipe(a)
  })
  await new Promise(r => s.listen(0, "127.0.0.1", r))
  return {url: `http://127.0.0.1:${s.address().port}/`, seen, stop: () => new Promise(r => { s.close(r); s.closeAllConnections() })}
}

const foreign = []
async function open(url, options = {}, before) {
  const context = await browser.newContext({viewport: {width: 1400, height: 850}, permissions: ["clipboard-read", "clipboard-write"], ...options})
  const page = await context.newPage()
  if (before) await page.addInitScript(before)
  globalThis.now = page
  page.setDefaultTimeout(5000)
  const host = new URL(url).host
  page.on("request", r => { const u = new URL(r.url()); if (u.protocol != "blob:" && u.protocol != "data:" && u.host != host) foreign.push(r.url()) })
  page.on("pageerror", e => check(false, "an error in the page", e.stack))
  page.on("console", m => { if (m.type() == "error" && !m.text().startsWith("Blocked script execution in 'blob:")) check(false, "an error in the console", m.text()) })
  await page.goto(url)
  return page
}

async function accessible(page, what) {
  // Whether an editor scrolls depends on the fonts of the machine: here all do, so that what is asked of scrolling parts is always asked.
  const rules = ".cm-line { padding-bottom: 60px; padding-right: 3000px }"
  await page.evaluate(rules => { const s = new CSSStyleSheet(); s.replaceSync(rules); document.adoptedStyleSheets.push(globalThis.tall = s) }, rules)
  await page.evaluate(() => { const p = globalThis.trustedTypes?.createPolicy; return p && 0 })
  const r = await page.evaluate(async source => {
    if (!globalThis.axe) (0, eval)(source)
    return (await globalThis.axe.run(document, {iframes: false})).violations.map(v => v.id + ": " + v.nodes.map(n => n.target.join(" ") + " " + (n.any[0]?.message ?? n.failureSummary)).slice(0, 4).join(" | "))
  }, axe).catch(e => ["axe did not run: " + e.message])
  await page.evaluate(() => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter(s => s != globalThis.tall) })
  check(r.length == 0, "axe: " + what, r.join("\n   "))
}

const picture = (page, name) => page.screenshot({path: path.join(shots, name + ".png")})
const output = page => page.locator('[aria-label="Rendered output"]')
const eventually = async (what, f, more) => {
  for (let i = 0; i < 40; i++) {
    if (await Promise.race([f().catch(() => false), new Promise(r => setTimeout(() => r(false), 1000))])) return check(true, what)
    await new Promise(r => setTimeout(r, 100))
  }
  await globalThis.now?.screenshot({path: path.join(shots, "failed.png")}).catch(() => {})
  check(false, what, more ? await more().catch(e => e.message) : "")
}
const outputHas = (page, text, what) => eventually(what, async () => (await output(page).innerText()).includes(text), () => output(page).innerText())
const tab = (page, name) => page.getByRole("tab", {name, exact: name != "Problems"}).click()

async function typeIn(page, text) { // replaces the text of the editor
  const editor = page.locator(".editor .cm-content")
  await editor.click()
  await page.keyboard.press("Control+a")
  await page.keyboard.insertText(text)
}

// common does what both pages can do.
async function common(page, kind) {
  await outputHas(page, "name: shop", `${kind}: output`)
  await page.getByRole("treeitem", {name: /^app.yml/}).click()
  await picture(page, kind + "-output")
  await accessible(page, kind + " output")
  // live
  await typeIn(page, template.replace("name: #@ data.values.name", 'name: #@ data.values.name + "-live"'))
  await outputHas(page, "name: shop-live", `${kind}: output while typing`)
  check(await page.locator(".o-changed").count() > 0, `${kind}: what changed is marked`)
  // a problem, with the last good output
  await typeIn(page, template + "broken: #@ data.values.nope\n")
  await eventually(`${kind}: a problem is listed`, async () => (await page.locator(".problems li.s1").count()) > 0)
  await eventually(`${kind}: the last good output stays`, () => page.getByText("This is the last good output.").isVisible())
  check((await output(page).innerText()).includes("shop-live"), `${kind}: the last good output is there`)
  check(await page.locator(".cm-lintRange-error").count() > 0, `${kind}: the place is underlined`)
  await picture(page, kind + "-problem")
  await accessible(page, kind + " problems")
  await typeIn(page, template)
  await eventually(`${kind}: the problem goes`, async () => (await page.locator(".problems li.s1").count()) == 0)
  // completion and hover come from the one server
  await typeIn(page, template + "more: #@ data.values.")
  await page.keyboard.press("Control+End")
  await page.keyboard.press("Control+Space")
  await eventually(`${kind}: completion`, async () => (await page.locator(".cm-tooltip-autocomplete li").allInnerTexts()).some(t => t.includes("replicas")))
  await page.keyboard.press("Escape")
  await typeIn(page, template)
  await page.locator(".editor .cm-line", {hasText: "data.values.name"}).hover({position: {x: 185, y: 9}})
  await eventually(`${kind}: hover`, async () => (await page.locator(".cm-tooltip-hover").innerText()).includes("Name of the application"))
  await page.mouse.move(5, 5)
  // links both ways
  await outputHas(page, "replicas: 1", `${kind}: good again`)
  await output(page).locator(".cm-line", {hasText: "replicas: 1"}).click()
  await eventually(`${kind}: a line says where it comes from`, async () => (await page.locator(".why").innerText()).includes("comes from"))
  await page.locator(".why .link").first().click()
  await eventually(`${kind}: and leads there`, async () => (await page.locator(".editor .cm-activeLine").innerText()).includes("replicas"))
  // values
  await tab(page, "Values")
  const name = page.getByLabel("Name", {exact: true})
  await name.waitFor()
  await name.fill("web")
  await eventually(`${kind}: a value is set`, async () => (await page.locator(".line", {has: name}).innerText()).includes("set by"))
  await page.getByLabel("Replicas", {exact: true}).fill("12")
  await eventually(`${kind}: a rule is broken at its field`, async () => (await page.locator(".wrong").innerText()).includes("more than 9"), () => page.locator(".form").innerText())
  await picture(page, kind + "-values")
  await accessible(page, kind + " values")
  await page.getByLabel("Replicas", {exact: true}).fill("abc")
  await eventually(`${kind}: what is no number says so`, async () => (await page.locator(".wrong").innerText()).includes("whole number"))
  await page.getByLabel("Replicas", {exact: true}).fill("3")
  await eventually(`${kind}: it is good again`, async () => (await page.locator(".wrong").count()) == 0)
  await page.getByLabel("Level", {exact: true}).selectOption("debug")
  await page.getByLabel("Add to labels: key", {exact: true}).fill("team")
  await page.keyboard.press("Enter")
  await page.getByLabel("team", {exact: true}).fill("blue")
  await page.getByRole("button", {name: "+ Add to ports"}).click()
  await page.getByRole("group", {name: "Ports"}).waitFor()
  check(await page.getByLabel("Password", {exact: true}).inputValue() == "", `${kind}: a secret is not shown`)
  check(await page.getByLabel("Verbose", {exact: true}).count() == 0, `${kind}: what is deprecated is folded away`)
  const values = async () => page.evaluate(() => [...document.querySelectorAll(".editor .cm-line")].map(l => l.textContent).join("\n"))
  await page.locator("p.hint .link").first().click()
  await eventually(`${kind}: the values file is minimal`, async () => (await values()).trim() == "name: web\nreplicas: 3\nlevel: debug\nports:\n- 0\nlabels:\n  team: blue", values)
  await page.getByRole("button", {name: "Reset Level"}).click()
  await eventually(`${kind}: a reset value leaves the file`, async () => !(await values()).includes("level"), values)
  await page.getByRole("button", {name: "Undo"}).click()
  await eventually(`${kind}: undo`, async () => (await values()).includes("level: debug"), values)
  await page.getByRole("button", {name: "Explain Name"}).click()
  await eventually(`${kind}: a value is explained`, async () => (await page.getByRole("dialog").innerText()).includes("values.yml"))
  await accessible(page, kind + " explanation")
  await picture(page, kind + "-explain")
  await page.keyboard.press("Escape")
  await tab(page, "Output")
  await outputHas(page, "team: blue", `${kind}: the values are in the output`)
  await tab(page, "Schema")
  await eventually(`${kind}: the page of the schema`, async () => (await page.frameLocator("iframe").locator("body").innerText()).includes("Name of the application"))
  await accessible(page, kind + " schema")
  await tab(page, "Output")
  // the keyboard alone
  await page.getByRole("treeitem", {name: /^app.yml/}).focus()
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  check(await page.locator(".tab.active").count() == 1, `${kind}: the tree by keys`)
}

// Templates that would not end: many steps, many bytes, steps that take long, and text that never stops.
const loops = body => `#@ def f(n):\n#@   for a in range(n):\n#@     for b in range(n):\n#@       for c in range(n):\n#@         ${body}\n#@       end\n#@     end\n#@   end\n#@ end\nx: #@ f(100000)\n`
const runaways = {
  "of many steps": loops("x = a"),
  "of slow steps": '#@ t = "ab" * 200000\n' + loops('x = t.replace("a", "c").count("cb")'),
  "of large values": loops("x = [a] * 100000"),
  "of sorting": '#@ l = [str(i) for i in range(50000)]\n' + loops("x = sorted(l)"),
}

// runaway checks that templates which would not end are stopped.
async function runaway(page, kind, done) {
  await page.getByRole("treeitem", {name: /^app.yml/}).click()
  for (const [what, text] of Object.entries(runaways)) if (!process.env.RUNAWAY || what.includes(process.env.RUNAWAY)) {
    const stopped = page.locator(".problems li.s1").or(page.getByRole("alert")).first()
    await typeIn(page, text)
    const begin = Date.now()
    await stopped.waitFor({timeout: 8000}).catch(() => {})
    const took = Date.now() - begin
    console.log(`${kind}: a runaway ${what} was stopped after ${took} ms`)
    const busy = Math.max(1, os.loadavg()[0] / os.cpus().length) // what else the machine does is not the page's fault
    check(took <= 2000 * busy, `${kind}: a runaway ${what} is stopped within two seconds`, `${took} ms`)
    await typeIn(page, template)
    const again = page.getByRole("button", {name: "Start the engine again"})
    if (await again.isVisible().catch(() => false)) await again.click()
    await eventually(`${kind}: the page lives on after a runaway ${what}`, async () => (await page.locator(".status").innerText()).startsWith("no errors") && Number(await page.locator(".status").getAttribute("data-renders")) > 0 && (await page.locator(".problems li.s1").count()) == 0 && (await page.getByText("This is the last good output.").count()) == 0 && done(await output(page).innerText()), () => output(page).innerText())
  }
}

async function phone(url, kind, prepare) {
  for (const scheme of ["light", "dark"]) {
    const page = await open(url, {viewport: {width: 390, height: 800}, colorScheme: scheme, reducedMotion: "reduce"})
    await prepare?.(page)
    for (const view of ["Files", "Editor", "Output", "Values", "Schema", "Overlays", "Libraries", "Problems"]) {
      await page.getByRole("tab", {name: view}).click()
      await page.waitForTimeout(300)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      check(wide <= 390, `${kind} ${view} fits a phone`, String(wide))
      await accessible(page, `${kind} phone ${view} ${scheme}`)
      if (view == "Values" || view == "Output") await picture(page, `${kind}-phone-${view.toLowerCase()}-${scheme}`)
    }
    await page.context().close()
  }
}

const files = {"config/schema.yml": schema, "config/app.yml": template}

// rich is a project with environments, an overlay and a library.
const rich = {
  "ytt.yml": "configurations:\n- name: shop\n  files: [config/]\n  environments:\n    staging: {values: [envs/staging.yml]}\n    production: {values: [envs/production.yml]}\n",
  "envs/staging.yml": "replicas: 2\n", "envs/production.yml": "# what customers see\nreplicas: 5\nhost: shop.example.com\n",
  "config/schema.yml": schema + "#@schema/desc \"Nobody reads this\"\nleftover: 1\n",
  "config/app.yml": `#@ load("@ytt:data", "data")
#@ load("@ytt:library", "library")
#@ load("@ytt:template", "template")
---
kind: Deployment
metadata:
  name: #@ data.values.name
spec:
  replicas: #@ data.values.replicas
  host: #@ data.values.host
---
kind: Service
metadata:
  name: #@ data.values.name
--- #@ template.replace(library.get("cache", alias="one").with_data_values({"size": 64}).eval())
--- #@ template.replace(library.get("cache", alias="two").eval())
`,
  "config/overlay.yml": `#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.subset({"kind": "Deployment"})
---
spec:
  #@overlay/match missing_ok=True
  paused: true
#@overlay/match by=overlay.subset({"kind": "Service"})
#@overlay/remove
---
`,
  "config/_ytt_lib/cache/schema.yml": "#@data/values-schema\n---\nsize: 16\n",
  "config/_ytt_lib/cache/cache.yml": '#@ load("@ytt:data", "data")\nkind: Cache\nsize: #@ data.values.size\n',
}

// views checks how results came about, side by side environments, and that everybody can use each view in both themes.
async function views() {
  const n = await serveNative(rich), s = await serveStatic(SITE)
  for (const [kind, url] of [["native", n.url], ["browser", s.url]]) {
    for (const scheme of ["light", "dark"]) {
      const page = await open(url, {colorScheme: scheme})
      if (kind == "browser") await fill(page, rich)
      await tab(page, "Output")
      await outputHas(page, "paused: true", `${kind}: overlays are in the output`)
      if (scheme == "light") {
        // why is this here?
        await output(page).locator(".cm-line", {hasText: "replicas: 2"}).click()
        await eventually(`${kind}: a line says which value it reads, and who set it`, async () => /reads replicas = 2, set by envs\/staging.yml:1/.test((await page.locator(".why").innerText()).replace(/\s+/g, " ")), () => page.locator(".why").innerText())
        await output(page).locator(".cm-line", {hasText: "kind: Deployment"}).click()
        await output(page).locator(".cm-line", {hasText: /^spec:/}).click()
        await eventually(`${kind}: and which overlay`, async () => (await page.locator(".why").innerText()).includes("an overlay matches it: config/overlay.yml:4"), () => page.locator(".why").innerText())
        await picture(page, kind + "-why")
        await accessible(page, kind + " why")
        // and the other way
        await page.getByRole("treeitem", {name: /^staging.yml/}).click()
        await page.locator(".editor .cm-content").click()
        await page.keyboard.press("Control+Home")
        await eventually(`${kind}: a line of a values file shows what it leads to`, async () => (await page.locator(".o-linked").allInnerTexts()).join() == "  replicas: 2", async () => (await page.locator(".o-linked").allInnerTexts()).join())
        // two environments
        await page.getByLabel("Compare with").selectOption("production")
        await eventually(`${kind}: environments side by side`, async () => (await page.getByRole("region", {name: "Output of production"}).locator(".gone").allInnerTexts()).join("").includes("replicas: 5") && (await page.getByRole("region", {name: "Output of staging"}).locator(".added").allInnerTexts()).join("").includes("replicas: 2"))
        check((await page.locator(".side .gone").allInnerTexts()).join("") == "  replicas: 5\n  host: shop.example.com\n", `${kind}: only what differs is marked`, (await page.locator(".side .gone").allInnerTexts()).join(""))
        await accessible(page, kind + " environments")
        await picture(page, kind + "-environments")
        await page.getByLabel("Compare with").selectOption("")
        await page.getByRole("combobox", {name: /^Environment/}).selectOption("production")
        await outputHas(page, "replicas: 5", `${kind}: another environment`)
        await page.getByRole("combobox", {name: /^Environment/}).selectOption("staging")
        await outputHas(page, "replicas: 2", `${kind}: and back`)
      }
      await tab(page, "Overlays")
      await eventually(`${kind}: the first overlay`, async () => (await page.locator(".trace").innerText()).includes("changes 1 document"))
      check((await page.getByRole("region", {name: "Deployment shop"}).locator(".added").allInnerTexts()).join("") == "  paused: true\n", `${kind}: what it changes is marked`)
      await accessible(page, `${kind} overlays ${scheme}`)
      if (scheme == "light") await picture(page, kind + "-overlays")
      await page.getByRole("button", {name: "Next"}).focus()
      await page.keyboard.press("Enter")
      await eventually(`${kind}: the next overlay, by keys`, async () => (await page.locator(".trace").innerText()).includes("Service shop: removed"))
      await tab(page, "Libraries")
      await eventually(`${kind}: libraries`, async () => { const t = await page.locator(".libraries").innerText(); return t.includes("one") && t.includes("two") }, () => page.locator(".libraries").innerText())
      await page.locator(".libraries summary").first().click()
      check((await page.locator(".libraries pre").first().innerText()).includes('"size": 64'), `${kind}: the values of a library`)
      await accessible(page, `${kind} libraries ${scheme}`)
      if (scheme == "light") await picture(page, kind + "-libraries")
      await tab(page, "Schema")
      await eventually(`${kind}: what is probably not meant`, async () => (await page.locator(".findings").innerText()).includes("probably not meant"))
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", {name: "Download JSON Schema"}).click()])
      const json = JSON.parse(fs.readFileSync(await file.path(), "utf8"))
      check(json.$schema?.includes("json-schema.org") && json.properties.replicas.maximum == 9, `${kind}: the JSON Schema`, JSON.stringify(json).slice(0, 300))
      await accessible(page, `${kind} schema ${scheme}`)
      for (const view of ["Output", "Values"]) {
        await tab(page, view)
        await page.waitForTimeout(200)
        await accessible(page, `${kind} ${view} ${scheme}`)
      }
      if (kind == "browser") { await tab(page, "Learn"); await accessible(page, `${kind} Learn ${scheme}`) }
      await page.context().close()
    }
  }
  n.stop()
  await s.stop()
}

async function native() {
  const s = await serveNative(files)
  const page = await open(s.url)
  check(!page.url().includes("token"), "native: the token is not in the address")
  await common(page, "native")
  await runaway(page, "native", t => t.includes("team: blue"))
  // saving, and files that change on the disk
  check(!fs.existsSync(path.join(s.dir, "values.yml")) && !fs.existsSync(path.join(s.dir, "config/values.yml")), "native: nothing is written before it is saved")
  await page.keyboard.press("Control+s")
  const file = ["values.yml", "config/values.yml"].map(f => path.join(s.dir, f))
  await eventually("native: saved", async () => file.some(f => fs.existsSync(f) && fs.readFileSync(f, "utf8").includes("name: web")))
  fs.writeFileSync(path.join(s.dir, "config/app.yml"), template + "disk: true\n")
  await outputHas(page, "disk: true", "native: a change on the disk is taken")
  await page.getByRole("treeitem", {name: /^app.yml/}).click()
  await typeIn(page, template + "mine: true\n")
  fs.writeFileSync(path.join(s.dir, "config/app.yml"), template + "theirs: true\n")
  await page.keyboard.press("Control+s")
  await eventually("native: a conflict asks", async () => page.getByRole("dialog").isVisible())
  await accessible(page, "native question")
  check(fs.readFileSync(path.join(s.dir, "config/app.yml"), "utf8").includes("theirs"), "native: nothing was overwritten")
  await page.getByRole("button", {name: "Keep mine"}).click()
  await eventually("native: and does what was answered", async () => fs.readFileSync(path.join(s.dir, "config/app.yml"), "utf8").includes("mine"))
  // new, rename, delete
  await page.getByRole("button", {name: "New"}).click()
  await page.getByLabel("Name of the new file", {exact: true}).fill("config/new.yml")
  await page.keyboard.press("Enter")
  await eventually("native: a new file", async () => fs.existsSync(path.join(s.dir, "config/new.yml")))
  await page.getByRole("treeitem", {name: /^new.yml/}).focus()
  await page.keyboard.press("Delete")
  await page.getByRole("button", {name: "Delete the file"}).click()
  await eventually("native: deleted", async () => !fs.existsSync(path.join(s.dir, "config/new.yml")))
  // a page of another origin
  const evil = http.createServer((_q, a) => { a.writeHead(200, {"Content-Type": "text/html"}); a.end("<p>evil") })
  await new Promise(r => evil.listen(0, "127.0.0.1", r))
  const other = await page.context().newPage()
  await other.goto(`http://localhost:${evil.address().port}/`)
  const host = new URL(s.url).host
  const got = await other.evaluate(async host => {
    const socket = await new Promise(r => { const w = new WebSocket(`ws://${host}/socket`); w.onopen = () => r("open"); w.onerror = () => r("refused") })
    const text = await fetch(`http://${host}/`, {credentials: "include"}).then(r => r.text(), () => "refused")
    const frame = document.createElement("iframe")
    frame.src = `http://${host}/`
    document.body.append(frame)
    await new Promise(r => { frame.onload = r; setTimeout(r, 1000) })
    let inside = "nothing"
    try { inside = frame.contentDocument?.title ?? "nothing" } catch { inside = "nothing" }
    return {socket, text, inside}
  }, host)
  check(got.socket == "refused" && got.text == "refused" && got.inside == "nothing", "native: another origin gets nothing", JSON.stringify(got))
  evil.close()
  evil.closeAllConnections()
  await page.context().close()
  await phone(s.url, "native")
  const dark = await open(s.url, {colorScheme: "dark"})
  await output(dark).waitFor()
  await dark.waitForTimeout(500)
  await accessible(dark, "native dark output")
  await picture(dark, "native-dark")
  await tab(dark, "Values")
  await dark.waitForTimeout(300)
  await accessible(dark, "native dark values")
  await dark.context().close()
  s.stop()

  const r = await serveNative(files, "--read-only")
  const q = await open(r.url)
  await outputHas(q, "name: shop", "read-only: output")
  await tab(q, "Values")
  check(await q.getByLabel("Name", {exact: true}).isDisabled(), "read-only: values cannot be set")
  await accessible(q, "read-only values")
  await q.context().close()
  r.stop()

  // 2 000 keys
  const large = await serveNative({"config/schema.yml": "#@data/values-schema\n---\n" + Array.from({length: 2000}, (_, i) => `#@schema/desc "Value ${i}"\nkey_${i}: ${i}\n`).join(""), "config/app.yml": `#@ load("@ytt:data", "data")\nlast: #@ data.values.key_1999\n`})
  const l = await open(large.url)
  await outputHas(l, "last: 1999", "2 000 keys: output")
  const t = Date.now()
  await tab(l, "Values")
  await l.locator("[data-row]").first().waitFor()
  const rows = await l.locator("[data-row]").count(), nodes = await l.evaluate(() => document.querySelectorAll(".form *").length)
  console.log(`2 000 keys: the form opened in ${Date.now() - t} ms with ${rows} rows, ${nodes} nodes`)
  check(rows < 60 && nodes < 1500, "2 000 keys: only rows that can be seen", `${rows} rows, ${nodes} nodes`)
  let most = 0
  for (let i = 0; i < 40; i++) {
    await l.evaluate(() => { document.querySelector(".form").scrollTop += 6000 })
    await l.waitForTimeout(20)
    most = Math.max(most, await l.evaluate(() => document.querySelectorAll(".form *").length))
  }
  check(await l.locator("[data-row]").last().getAttribute("data-row") == "number:key_1999:", "2 000 keys: the last one is reached by scrolling", await l.locator("[data-row]").last().getAttribute("data-row"))
  check(most < 1500, "2 000 keys: nor after scrolling through all", `${most} nodes`)
  await l.getByLabel("Find a value", {exact: true}).fill("key_1999")
  await l.getByLabel("Key 1999", {exact: true}).fill("7")
  await tab(l, "Output")
  await outputHas(l, "last: 7", "2 000 keys: the last one is set")
  await l.context().close()
  large.stop()
}

async function local() {
  const s = await serveStatic(SITE)
  const start = s.url
  const page = await open(start)
  // the editor is there before the engine
  await outputHas2(page)
  const put = async p => {
    await p.evaluate(files => localStorage.setItem("ytt-project", JSON.stringify(files)), files)
    await p.reload()
  }
  await put(page)
  await common(page, "browser")
  await runaway(page, "browser", t => t.includes("team: blue"))
  // secrets stay in the page
  await tab(page, "Values")
  await page.getByLabel("Password", {exact: true}).fill("hunter22")
  const kept = () => page.evaluate(() => localStorage.getItem("ytt-project"))
  await eventually("browser: the page says what is not kept", async () => (await page.locator(".files").innerText()).includes("without their sensitive values: config/schema.yml, values.yml") || (await page.locator(".files").innerText()).includes("config/values.yml"), () => page.locator(".files").innerText())
  await page.getByLabel("Name", {exact: true}).fill("web2")
  await eventually("browser: other values are kept", async () => (await kept()).includes("web2"), kept)
  check(!(await kept()).includes("hunter22") && !(await kept()).includes("s3cret"), "browser: no sensitive value is kept", await kept())
  const everywhere = await page.evaluate(async () => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, await Promise.all((await indexedDB.databases()).map(d => d.name))]))
  check(!/hunter22|s3cret/.test(everywhere), "browser: nowhere", everywhere)
  await page.getByLabel("Name", {exact: true}).fill("web")
  await tab(page, "Learn")
  await page.getByRole("button", {name: "Take the tour"}).click()
  await accessible(page, "browser learn")
  await picture(page, "browser-learn")
  // a link has the files
  await page.getByRole("button", {name: "Share"}).click()
  await eventually("browser: a link", async () => page.url().includes("#p="))
  const link = page.url()
  const inLink = await page.evaluate(async packed => new Response(new Blob([Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text(), link.split("#p=")[1])
  check(inLink.includes("name: web") && !/hunter22|s3cret/.test(inLink), "browser: no sensitive value is in the link", inLink)
  // offline
  await eventually("browser: ready for offline", async () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state == "activated"))
  await s.stop()
  await page.reload()
  await tab(page, "Output")
  await outputHas(page, "team: blue", "browser: offline, with the files of the last time")
  await page.getByRole("treeitem", {name: /^app.yml/}).click()
  await typeIn(page, "offline: #@ 40 + 2\n")
  await outputHas(page, "offline: 42", "browser: and it renders")
  await page.context().close()
  const t = await serveStatic(SITE)
  const other = await open(t.url + new URL(link).hash)
  await outputHas(other, "team: blue", "browser: the link opens the files elsewhere")
  await other.context().close()
  await phone(t.url, "browser", async p => { await p.evaluate(files => localStorage.setItem("ytt-project", JSON.stringify(files)), files); await p.reload(); await p.getByRole("tab", {name: "Output"}).click(); await outputHas(p, "name: shop", "browser: phone") })
  await t.stop()
}

async function outputHas2(page) {
  await page.getByRole("tab", {name: "Output"}).click()
  await outputHas(page, "Hello, world!", "browser: the first example")
}

// payloads puts texts that would do harm as HTML into everything that a user can write, and looks for elements, links and scripts made of them.
async function payloads() {
  const all = JSON.parse(fs.readFileSync(path.join(here, "payloads.json"), "utf8"))
  const q = t => JSON.stringify(t).replace(/\u2028/g, "\\u2028").replace(/\u0000/g, "\\u0000").replace(/\\u0000/g, "")
  const star = t => '"' + t.replace(/\0/g, "").replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/\t/g, "\\t").replace(/\u2028/g, "\\u2028") + '"'
  const schema = "#@data/values-schema\n---\n" + all.map((t, i) => `#@schema/title ${star(t)}\n#@schema/desc ${star(t)}\n#@schema/examples (${star(t)}, ${star(t)})\n${i % 5 ? "" : `#@schema/deprecated ${star(t)}\n`}${i % 3 ? "" : `#@schema/validation (${star(t)}, lambda v: len(v) > 10000)\n`}k${i}: ${q(t)}\n`).join("")
  const template = `#@ load("@ytt:data", "data")\n` + all.map((_, i) => `v${i}: #@ data.values.k${i}\n`).join("")
  const texts = {"config/schema.yml": schema, "config/app.yml": template, "values.yml": all.map((t, i) => `k${i}: ${q(t + " ")}\n`).join("")}
  const failing = {"config/schema.yml": "#@data/values-schema\n---\na: 1\n"}
  all.forEach((t, i) => { failing[`config/f${i}.yml`] = `#@ load("@ytt:assert", "assert")\nx: #@ assert.fail(${star(t || " ")})\n` })
  const watch = () => {
    globalThis.harm = []
    globalThis.alert = () => globalThis.harm.push("a script ran")
    addEventListener("securitypolicyviolation", e => globalThis.harm.push("the policy was needed: " + e.violatedDirective))
    const look = e => {
      if (e.nodeType != 1) return
      for (const x of [e, ...e.querySelectorAll("*")]) {
        if (x.closest('head') && (x.tagName == 'META' || /page.js|local.js/.test(x.src)) || x.className == 'cm-widgetBuffer') continue
        if (/^(X-EVIL|SCRIPT|IMG|STYLE|FORM|BASE|META|OBJECT|EMBED|VIDEO)$/i.test(x.tagName) && !x.closest(".cm-editor style") && !(x.tagName == "STYLE" && x.parentNode == document.head)) globalThis.harm.push(x.outerHTML.slice(0, 200))
        if (x.tagName == "IFRAME" && !(x.getAttribute("sandbox") === "" && x.src.startsWith("blob:") && !x.srcdoc)) globalThis.harm.push(x.outerHTML.slice(0, 200))
        for (const a of x.attributes) if (/^on/i.test(a.name) || /^(href|action|src)$/i.test(a.name) && /^\s*(javascript|vbscript|data|https?):/i.test(a.value)) globalThis.harm.push(x.outerHTML.slice(0, 200))
      }
    }
    new MutationObserver(all => { for (const m of all) for (const n of m.addedNodes) look(n) }).observe(document, {subtree: true, childList: true})
  }
  for (const kind of ["native", "browser"]) {
    const s = kind == "native" ? await serveNative(texts) : await serveStatic(SITE)
    const page = await open(s.url, {}, watch)
    if (kind == "browser") await fill(page, texts)
    await page.getByRole("treeitem", {name: /^app.yml/}).waitFor({timeout: 15000})
    await eventually(`${kind}: problems with payloads`, async () => (await page.locator(".problems li").count()) > 50, async () => String(await page.locator(".problems li").count()))
    await tab(page, "Values")
    await page.getByLabel("deprecated, too").check()
    await page.locator("[data-row]").first().waitFor()
    const seen = new Set()
    // Rows are made as one scrolls: each step waits until those of its place are there.
    const filled = () => {
      const box = document.querySelector(".form").getBoundingClientRect()
      const rows = [...document.querySelectorAll("[data-row]")].map(e => e.getBoundingClientRect())
      const f = document.querySelector(".form")
      return rows.some(r => r.top <= box.top + 60) && (rows.some(r => r.bottom >= box.bottom - 60) || f.scrollTop + f.clientHeight >= f.scrollHeight - 1)
    }
    for (let i = 0; i < 600; i++) {
      await page.waitForFunction(filled, null, {polling: 20, timeout: 1500}).catch(() => 0)
      for (const k of await page.evaluate(() => [...document.querySelectorAll("[data-row]")].map(e => e.dataset.row))) seen.add(k)
      if (await page.evaluate(() => { const f = document.querySelector(".form"); const at = f.scrollTop; f.scrollTop += f.clientHeight; return f.scrollTop == at })) break
    }
    check(seen.size == all.length, `${kind}: a field for each payload was shown`, `${seen.size} of ${all.length}`)
    for (const i of [0, 1, 3, 14]) {
      await page.getByLabel("Find a value", {exact: true}).fill("k" + i)
      await page.getByRole("button", {name: /^Explain/}).first().click()
      await page.getByRole("dialog").waitFor()
      await page.keyboard.press("Escape")
    }
    await tab(page, "Schema")
    await eventually(`${kind}: the page of the schema with payloads`, async () => (await page.frameLocator("iframe").locator("body").innerText()).includes("k600"))
    const inFrame = await page.frames().at(-1).evaluate(() => [...document.querySelectorAll("x-evil, img, iframe, form, base, object, embed, svg, [onerror], [onload], [onclick], [ontoggle], a[href^='javascript' i], a[href^='data' i], a[href^='vbscript' i]")].map(e => e.outerHTML.slice(0, 200)))
    check(inFrame.length == 0, `${kind}: nothing of the payloads is in the page of the schema`, inFrame.join("\n"))
    await tab(page, "Output")
    // hovers are HTML made of Markdown
    await page.getByRole("treeitem", {name: /^app.yml/}).click()
    for (let i = 0; i < 20; i++) {
      await page.locator(".editor .cm-line", {hasText: `data.values.k${i}`}).first().hover({position: {x: 190, y: 9}})
      await page.locator(".cm-tooltip-hover").waitFor({timeout: 1500}).catch(() => {})
      await page.mouse.move(5, 5)
      await page.locator(".cm-tooltip-hover").waitFor({state: "detached", timeout: 1500}).catch(() => {})
    }
    const harm = await page.evaluate(() => globalThis.harm)
    check(harm.length == 0, `${kind}: no payload becomes HTML`, [...new Set(harm)].slice(0, 5).join("\n"))
    await page.context().close()
    await s.stop()
  }
  const names = Object.keys(failing).filter(n => n.includes("/f"))
  for (let i = 0; i < names.length; i += 180) { // two hundred problems are shown at once
    const some = names.slice(i, i + 180)
    const f = await serveNative({"config/schema.yml": failing["config/schema.yml"], ...Object.fromEntries(some.map(n => [n, failing[n]]))})
    const page = await open(f.url, {}, watch)
    await eventually("payloads: as messages", async () => (await page.locator(".problems li.s1").count()) >= some.length, async () => `${await page.locator(".problems li").count()} of ${some.length}`)
    const harm = await page.evaluate(() => globalThis.harm)
    check(harm.length == 0, "no payload in a message becomes HTML", [...new Set(harm)].slice(0, 5).join("\n"))
    await page.context().close()
    f.stop()
  }
}

// speed compares runs in the page with native ones, on the example of a web application.
async function speed() {
  const root = path.join(here, "../../examples/webapp")
  const project = {}
  const read = (dir, to) => { for (const e of fs.readdirSync(path.join(root, dir), {withFileTypes: true})) e.isDirectory() ? read(path.join(dir, e.name), to) : to[path.join(dir, e.name)] = fs.readFileSync(path.join(root, dir, e.name), "utf8") }
  read(".", project)
  const n = await serveNative(project), s = await serveStatic(SITE)
  const median = all => all.sort((a, b) => a - b)[all.length >> 1]
  const pages = {native: await open(n.url), browser: await open(s.url)}
  await fill(pages.browser, project)
  const runs = {native: [], browser: []}, keys = []
  for (const page of Object.values(pages)) {
    await outputHas(page, "kind: Deployment", "speed: output")
    await page.getByRole("treeitem", {name: /^service.yml/}).click()
    await page.locator(".editor .cm-content").click()
    await page.keyboard.press("Control+End")
  }
  for (let i = 0; i < 30; i++) for (const [kind, page] of Object.entries(pages)) {
    await page.bringToFront()
    const before = Number(await page.locator("[data-renders]").getAttribute("data-renders"))
    const took = await page.evaluate(async before => {
      const status = document.querySelector("[data-renders]"), content = document.querySelector(".editor .cm-content")
      content.focus()
      const begin = performance.now()
      document.execCommand("insertText", false, " ")
      while (Number(status.dataset.renders) <= before) await new Promise(r => setTimeout(r, 1))
      return {key: performance.now() - begin, run: Number(status.dataset.took)}
    }, before)
    if (i >= 8) { runs[kind].push(took.run); if (kind == "browser") keys.push(took.key) }
    await page.waitForTimeout(120)
  }
  const [native, local, key] = [median(runs.native), median(runs.browser), median(keys)]
  console.log(`a warm run: ${native.toFixed(1)} ms native, ${local.toFixed(1)} ms in the page, ${(local / native).toFixed(1)} times as long; from a key to the output: ${key.toFixed(1)} ms, ${(key / local).toFixed(1)} times a run`)
  check(local <= 8 * native, "a run in the page takes at most 8 times as long", `${(local / native).toFixed(1)}`)
  check(key <= 3 * local, "the output is there after at most 3 runs", `${(key / local).toFixed(1)}`)
  for (const page of Object.values(pages)) await page.context().close()
  n.stop()
  await s.stop()
}

const scenarios = {native, payloads, speed, browser: local, views, runaways: async () => {
  const s = await serveStatic(SITE), n = await serveNative(files)
  const other = await open(n.url), page = await open(s.url)
  await fill(page, files)
  await outputHas(page, "name: shop", "runaways: output")
  await runaway(page, "browser", t => t.includes("name: shop"))
  await outputHas(other, "name: shop", "runaways: output")
  await runaway(other, "native", t => t.includes("name: shop"))
  await s.stop()
  n.stop()
}}
// fill gives the page without a server other files.
async function fill(page, files) {
  await page.evaluate(files => localStorage.setItem("ytt-project", JSON.stringify(files)), files)
  await page.reload()
  await page.getByRole("tab", {name: "Output"}).click()
}

try {
  for (const [name, run] of Object.entries(scenarios)) if (only ? only == name : name != "runaways") await run()
} catch (e) {
  check(false, "the proof itself", e.stack)
}
check(foreign.length == 0, "nothing is asked of others", foreign.join(" "))
await browser.close()
console.log(`${passed} checks passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
