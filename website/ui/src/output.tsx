// What comes out: the text of the rendered files, with links to where each line comes from.
import {useEffect, useMemo, useRef, useState} from "preact/hooks"
import {Decoration, EditorView, keymap, lineNumbers, drawSelection} from "@codemirror/view"
import {Compartment, EditorState, StateEffect, StateField} from "@codemirror/state"
import {foldGutter, foldKeymap, foldService} from "@codemirror/language"
import {searchKeymap, openSearchPanel} from "@codemirror/search"
import {defaultKeymap} from "@codemirror/commands"
import {zipSync, strToU8} from "fflate"
import {colours} from "./editor"
import {yamlLanguage} from "./language"
import {changes, leadsTo, madeOf} from "./model"
import {type App, type Traces, pathOf, textOf} from "./app"
import {download} from "./files"
import type {Location, Rendering, RenderedFile} from "./types"

const marks = StateEffect.define<{changed: number[]; linked: number[]}>()
const marked = StateField.define({
  create: () => Decoration.none,
  update(value, tr) {
    value = value.map(tr.changes)
    for (const e of tr.effects) if (e.is(marks)) {
      const doc = tr.state.doc
      const all = new Map<number, string>()
      for (const l of e.value.changed) all.set(l, "o-changed")
      for (const l of e.value.linked) all.set(l, (all.get(l) ?? "") + " o-linked")
      value = Decoration.set([...all].filter(([l]) => l < doc.lines).sort((a, b) => a[0] - b[0]).map(([l, c]) => Decoration.line({class: c}).range(doc.line(l + 1).from)))
    }
    return value
  },
  provide: f => EditorView.decorations.from(f),
})

// byIndent folds what is indented more than a line.
const byIndent = foldService.of((state, from) => {
  const first = state.doc.lineAt(from)
  const indent = first.text.search(/\S/)
  if (indent < 0) return null
  let last = first
  for (let n = first.number + 1; n <= state.doc.lines; n++) {
    const line = state.doc.line(n)
    const here = line.text.search(/\S/)
    if (here < 0) continue
    if (here < indent || here == indent && !/^\s*-/.test(line.text) || /^(---|# )/.test(line.text)) break
    if (here == indent && /^\s*-/.test(first.text)) break
    last = line
  }
  return last.number > first.number ? {from: first.to, to: last.to} : null
})

interface Shown { text: string; lines: Map<number, Location> }

// join puts files together, as the command prints them; only is the path of one.
export function join(r: Rendering, only: string): Shown {
  const out: Shown = {text: "", lines: new Map()}
  let line = 0
  const files = only ? r.files.filter(f => f.path == only) : r.files.filter(f => !f.isText)
  for (const f of files) {
    if (!f.text) continue
    if (out.text) { out.text += "---\n"; line++ }
    for (const l of f.lines) out.lines.set(line + l.line, l.location)
    out.text += f.text
    line += f.text.split("\n").length - 1
  }
  return out
}

// Output shows what is rendered; bare leaves out what there is to choose.
export function Output({app, bare}: {app: App; bare?: boolean}) {
  const [only, setOnly] = useState("")
  const [compare, setCompare] = useState("")
  const [other, setOther] = useState<Rendering | null>(null)
  const [at, setAt] = useState<number>(-1)
  const good = app.good, failed = (app.output?.problems.length ?? 0) > 0
  const file = good?.files.some(f => f.path == only) ? only : ""
  const shown = useMemo(() => (good ? join(good, file) : {text: "", lines: new Map()}), [good, file])
  const before = useMemo(() => (compare && other ? join(other, file).text : app.before ? join(app.before, file).text : shown.text), [app.before, shown, compare, other])
  const environments = app.configurations.find(c => c.name == app.configuration)?.environments ?? []

  useEffect(() => {
    if (!compare) return setOther(null)
    let here = true
    app.about<Rendering>("ytt/render", {environment: compare}).then(r => here && setOther(r)).catch(() => here && setOther(null))
    return () => { here = false }
  }, [compare, good])

  const [traces, setTraces] = useState<Traces | null>(null)
  const cursor = app.cursor
  const direct = !!cursor && [...shown.lines.values()].some(l => l.uri == cursor.uri)
  const wanted = at >= 0 || !!cursor && !direct // what is known already is not asked for
  useEffect(() => {
    if (!wanted) return
    let here = true
    const timer = setTimeout(() => void app.traces().then(t => here && setTraces(t)), 150)
    return () => { here = false; clearTimeout(timer) }
  }, [good, wanted])
  const linked = useMemo(() => (cursor ? leadsTo(shown.lines, cursor, traces) : []), [shown, cursor?.uri, cursor?.line, traces])

  if (app.configurations.length == 0 || !good && !failed) return <Empty app={app} />
  const location = shown.lines.get(at)
  return <div class="fill">
    {(!bare || good?.files.some(f => f.isText)) && <div class="bar">
      <label>File <select value={file} onChange={e => setOnly(e.currentTarget.value)}>
        <option value="">All, as ytt prints them</option>
        {good?.files.map(f => <option key={f.path} value={f.path}>{f.path}</option>)}
      </select></label>
      {environments.length > 1 && <label>Compare with <select value={compare} onChange={e => setCompare(e.currentTarget.value)}>
        <option value="">the run before</option>
        {environments.filter(e => e != app.environment).map(e => <option key={e} value={e}>{e}</option>)}
      </select></label>}
      <span class="grow" />
      <button onClick={() => navigator.clipboard.writeText(shown.text).then(() => app.say("Copied."), () => app.say("The browser does not allow copying here.", "error"))}>Copy</button>
      <button onClick={() => downloadOutput(good!, file)} disabled={!good}>Download</button>
    </div>}
    {failed && <div class="failed" role="status">
      <strong>{good ? "This is the last good output." : "There is no output."}</strong> {good ? "Now there" : "There"} {app.output!.problems.length == 1 ? "is a problem" : `are ${app.output!.problems.length} problems`}:
      <ul>{app.output!.problems.slice(0, 5).map((p, i) => <li key={i}>{p.location
        ? <button class="link" onClick={() => app.goTo(p.location!)}>{pathOf(p.location.uri)}:{p.location.range.start.line + 1}</button> : null} <span class="words">{p.message}</span></li>)}</ul>
    </div>}
    {compare && other
      ? <Sides left={join(other, file).text} right={shown.text} leftName={compare} rightName={app.environment || "this one"} />
      : <Text shown={shown} before={before} linked={linked} app={app} onLine={setAt} />}
    {!bare && <div class="bar why">
      {location
        ? <><span>Line {at + 1} comes from</span> <button class="link" onClick={() => app.goTo(location)}>{pathOf(location.uri)}:{location.range.start.line + 1}</button>
          <span class="hint">Enter or a double click goes there</span>
          <Why app={app} at={location} traces={traces} /></>
        : <span class="hint">Put the cursor on a line to see where it comes from.</span>}
    </div>}
  </div>
}

// Why says what a line was made of: values that its template reads, and overlays that changed it.
function Why({app, at, traces}: {app: App; at: Location; traces: Traces | null}) {
  if (!traces) return null
  const {reads, overlays} = madeOf(at, traces)
  return <>
    {reads.map(([path, v]) => <span key={path}>reads <button class="link" onClick={() => void app.explain(path)}>{path}</button>{" "}
      <span class="hint">{v.value !== undefined && JSON.stringify(v.value).length < 40 ? "= " + JSON.stringify(v.value) + ", " : ""}{v.origins.length ? "set by " : "its default"}</span>
      {v.origins.slice(-1).map((o, i) => o.location ? <button key={i} class="link" onClick={() => app.goTo(o.location!)}>{o.text.replace(/^\//, "")}</button> : <span key={i}>{o.text}</span>)}</span>)}
    {overlays.map((o, i) => <span key={i}>{o.words} <button class="link" onClick={() => app.goTo(o.location)}>{pathOf(o.location.uri)}:{o.location.range.start.line + 1}</button></span>)}
  </>
}

function Text({shown, before, linked, app, onLine}: {shown: Shown; before: string; linked: number[]; app: App; onLine(line: number): void}) {
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const lines = useRef(shown.lines)
  lines.current = shown.lines
  useEffect(() => {
    const jump = (v: EditorView) => {
      const l = lines.current.get(v.state.doc.lineAt(v.state.selection.main.head).number - 1)
      if (l) app.goTo(l)
      return !!l
    }
    const v = new EditorView({parent: parent.current!, state: EditorState.create({doc: shown.text, extensions: [
      EditorState.readOnly.of(true), lineNumbers(), foldGutter(), drawSelection(), marked, byIndent, new Compartment().of(yamlLanguage), colours,
      EditorView.contentAttributes.of({"aria-label": "Rendered output", "aria-readonly": "true", tabindex: "0"}),
      keymap.of([{key: "Enter", run: jump}, ...defaultKeymap, ...searchKeymap, ...foldKeymap]),
      EditorView.updateListener.of(u => u.selectionSet && onLine(u.state.doc.lineAt(u.state.selection.main.head).number - 1)),
      EditorView.domEventHandlers({dblclick: (_e, v) => jump(v)}),
    ]})})
    view.current = v
    return () => v.destroy()
  }, [])
  useEffect(() => {
    const v = view.current
    if (!v) return
    const now = v.state.doc.toString()
    if (now != shown.text) {
      let from = 0
      while (from < now.length && from < shown.text.length && now[from] == shown.text[from]) from++
      let a = now.length, b = shown.text.length
      while (a > from && b > from && now[a - 1] == shown.text[b - 1]) a--, b--
      v.dispatch({changes: {from, to: a, insert: shown.text.slice(from, b)}})
    }
    v.dispatch({effects: marks.of({changed: [...changes(before, shown.text)], linked})})
  }, [shown, before, linked])
  return <div class="cm-host fill" ref={parent} onKeyDown={e => { if (e.key == "f" && (e.ctrlKey || e.metaKey) && view.current) { e.preventDefault(); openSearchPanel(view.current) } }} />
}

// Sides shows two texts beside each other, with what differs.
export function Sides({left, right, leftName, rightName}: {left: string; right: string; leftName: string; rightName: string}) {
  const added = useMemo(() => changes(left, right), [left, right])
  const gone = useMemo(() => changes(right, left), [left, right])
  const column = (text: string, set: Set<number>, name: string, kind: string) => <section class="side" aria-label={`Output of ${name}`}>
    <h3>{name} <span class="hint">{set.size} {set.size == 1 ? "line differs" : "lines differ"}</span></h3>
    <pre tabIndex={0}>{text.split("\n").map((l, i) => set.has(i) ? <span key={i} class={kind}>{l + "\n"}</span> : l + "\n")}</pre>
  </section>
  return <div class="sides fill">{column(left, gone, leftName, "gone")}{column(right, added, rightName, "added")}</div>
}

function Empty({app}: {app: App}) {
  return <div class="empty">
    <h2>Nothing is rendered yet</h2>
    {app.state != "ready" ? <p>The engine is starting.</p> : app.files.length == 0
      ? <><p>There are no files here. Templates are YAML files with code in comments:</p>
        <pre tabIndex={0}>{'greeting: #@ "Hello" + "!"'}</pre>
        <button class="primary" disabled={app.readOnly} onClick={() => void app.create("config/app.yml", '#@ name = "world"\ngreeting: #@ "Hello, " + name + "!"\n')}>Make a first template</button></>
      : <p>No templates were found. A file ytt.yml can say which files belong together; without one, a folder is rendered that has a schema, or YAML files with <code>#@</code> in them.</p>}
  </div>
}

function downloadOutput(r: Rendering, only: string) {
  const files: RenderedFile[] = only ? r.files.filter(f => f.path == only) : r.files
  if (files.length == 1) return download(files[0].path.split("/").pop()!, new Blob([files[0].text], {type: "text/plain"}))
  if (!only && files.every(f => !f.isText)) return download("output.yml", new Blob([textOf(r)], {type: "text/plain"}))
  download("output.zip", new Blob([zipSync(Object.fromEntries(files.map(f => [f.path, strToU8(f.text)])), {mtime: new Date(1980, 0, 2)}) as BlobPart], {type: "application/zip"}))
}
