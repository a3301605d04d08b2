// The page without a server: the engine in a worker, files in the page.
import "./html"
import {Text} from "@codemirror/state"
import {App, message, pathOf, uriOf} from "./app"
import {Engine} from "./channel"
import {mount} from "./page"
import {mountEmbedded} from "./embed"
import {Learn, type Example} from "./learn"
import {download} from "./files"
import type {FileText} from "./types"

const app = new App(new Engine("worker.js"))
const key = "ytt-project"

// embedded is the page as a part of another: it has the files of its address, and keeps none.
const embedded = document.body.dataset.page == "embed"

// kept are the files as they were written, so that an engine that is started again gets them back.
let kept: Record<string, string> = {}

async function deflate(text: string): Promise<string> {
  const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer())
  return btoa(Array.from(bytes, b => String.fromCharCode(b)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")
}
async function inflate(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text()
}

function isProject(v: unknown): v is Record<string, string> {
  return typeof v == "object" && v !== null && Object.values(v).every(t => typeof t == "string")
}

// The colours that were chosen on pages beside this one are those of this page, too.
const paint = () => {
  try {
    const theme = localStorage.getItem("theme")
    if (theme) document.documentElement.dataset.theme = theme
  } catch { /* the system's */ }
}
paint()
addEventListener("storage", paint)

let stored = false // in this browser, what was worked on last

// first finds the files to begin with: those of the address, those of the last time, or the first example.
async function first(): Promise<Record<string, string>> {
  const shared = /^#p=([\w-]+)$/.exec(location.hash)
  if (shared) {
    try {
      const files: unknown = JSON.parse(await inflate(shared[1]))
      if (isProject(files)) return files
    } catch { /* said below */ }
    app.say("The link is broken: it may have been cut off.", "error")
  }
  if (embedded) return {}
  try {
    const files: unknown = JSON.parse(localStorage.getItem(key) ?? "null")
    if (isProject(files) && Object.keys(files).length) { stored = true; return files }
  } catch { /* nothing usable */ }
  return (await examples())[0]?.files ?? {}
}

let list: Promise<Example[]> | null = null
export function examples(): Promise<Example[]> {
  list ??= fetch("examples.json").then(r => r.json() as Promise<Example[]>).catch(() => [])
  return list
}

async function fill(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) await app.request("files/write", {path, text, version: ""})
}

let begun: Promise<void> | null = null
app.onStarted = async () => {
  begun ??= first().then(files => { kept = files })
  await begun
  const files = kept
  kept = {}
  await fill(files)
  for (const o of app.opened) { // what was typed while there was no engine is newer
    const {text, version} = await app.request<FileText>("files/read", {path: o.path}).catch(() => ({text: "", version: ""}))
    o.version = version
    o.saved = Text.of(text.split(/\r?\n/))
    await app.save(o, true)
  }
}

app.onFiles = (method, p) => {
  if (method == "files/write") kept[p.path] = p.text!
  else if (method == "files/remove") delete kept[p.path]
  else if (method == "files/rename") { kept[p.to!] = kept[p.path]; delete kept[p.path] }
  else return
  clearTimeout(timer)
  timer = setTimeout(embedded ? tell : () => void store(), 200) as unknown as number
}
let timer = 0

// tell gives the page around this one the files as they are now, for when it shows them again.
function tell() { parent.postMessage({yttFiles: JSON.stringify(current())}, location.origin) }

// current returns all files as they are now.
function current(): Record<string, string> {
  const files = {...kept}
  for (const o of app.opened) files[o.path] = app.textOf(o)
  return files
}

// withoutSecrets returns files without values that are sensitive, and the names of those in which there were some; null if nobody knows which.
async function withoutSecrets(files: Record<string, string>): Promise<{files: Record<string, string>; masked: string[]; left: string[]} | null> {
  if (!Object.values(files).some(t => t.includes("@schema/sensitive"))) return {files, masked: [], left: []}
  app.sync()
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [uriOf(path), text]))
  const r = await app.request<{known: boolean; masked: Record<string, string>; leftOut: string[]}>("ytt/keep", {texts}).catch(() => null)
  if (!r?.known) return null
  const out = {...files}
  for (const [uri, text] of Object.entries(r.masked)) out[pathOf(uri)] = text
  for (const uri of r.leftOut) delete out[pathOf(uri)]
  return {files: out, masked: Object.keys(r.masked).map(pathOf), left: r.leftOut.map(pathOf)}
}

// store keeps the files for the next visit. Without knowing what is sensitive, what was kept before stays.
async function store() {
  const safe = await withoutSecrets(current())
  if (!safe) return
  try { localStorage.setItem(key, JSON.stringify(safe.files)) } catch { /* too large, or forbidden: the files are in the page */ }
  app.unkept = [...safe.masked, ...safe.left].sort()
  app.emit()
}

// take replaces all files.
async function take(files: Record<string, string>, open?: string) {
  for (const o of [...app.opened]) { o.view.destroy() }
  app.opened = []
  app.active = null
  for (const f of app.files) {
    const {version} = await app.request<FileText>("files/read", {path: f.path})
    await app.request("files/remove", {path: f.path, version})
  }
  await fill(files)
  app.problems.clear()
  app.good = app.before = app.output = app.values = app.schema = null
  await app.list()
  await app.configure()
  const path = open ?? Object.keys(files)[0]
  if (path) await app.open(path)
  app.refresh()
}

async function share() {
  const safe = await withoutSecrets(current())
  if (!safe) return app.say("Which values are sensitive is not known while the schema has a problem, so nothing is shared. Repair it first.", "error")
  const without = safe.masked.length + safe.left.length ? ` Sensitive values are not in it: those of ${[...safe.masked, ...safe.left].sort().join(", ")}.` : ""
  const text = JSON.stringify(safe.files), packed = await deflate(text)
  if (packed.length > 8192) {
    download("project.json", new Blob([text], {type: "application/json"}))
    return app.say("The project is too large for a link, so a file was downloaded. Others can add its files here with Upload." + without)
  }
  history.replaceState(null, "", "#p=" + packed)
  await navigator.clipboard.writeText(location.href).then(() => app.say("The link was copied. The files are in it; no server has them." + without), () => app.say("The link is in the address line. The files are in it; no server has them." + without))
}

function command(): string {
  const c = app.configurations.find(c => c.name == app.configuration)
  if (c?.project) return `ytt --project ${app.configuration}${app.environment ? "/" + app.environment : ""}`
  const values = app.values?.file && app.files.some(f => "file:///" + f.path == app.values!.file) ? " --data-values-file " + app.values.file.replace("file:///", "") : ""
  const dirs = new Set(app.files.filter(f => /\.(ya?ml|star|txt)$/.test(f.path) && "file:///" + f.path != app.values?.file).map(f => (f.path.includes("/") ? f.path.split("/")[0] + "/" : f.path)))
  return "ytt" + [...dirs].map(d => " -f " + d).join("") + values
}

if (embedded) {
  mountEmbedded(app)
} else {
  mount(app, [{
    name: "Learn", pane: "learn",
    show: a => <Learn app={a} examples={examples} take={(files, open) => void take(files, open).catch(e => a.say(message(e), "error"))} />,
    head: () => <>
      <button onClick={() => void share().catch(e => app.say(message(e), "error"))}>Share</button>
      <button onClick={() => void navigator.clipboard.writeText(command()).then(() => app.say("Copied: " + command()), () => app.say(command()))}>Copy as command</button>
    </>,
  }])
  app.pane = location.hash || localStorage.getItem(key) ? "output" : "learn"
}
app.start()
if (stored) app.say("Your files of the last time are back, without values that are sensitive.")
if (!embedded && "serviceWorker" in navigator) void navigator.serviceWorker.register("offline.js").catch(() => {})
