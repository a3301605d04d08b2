// Problems, the page of the schema, and explanations.
import {useEffect, useRef, useState} from "preact/hooks"
import {type App, pathOf, message} from "./app"
import {download} from "./files"
import type {SchemaExtras} from "./types"

export function Problems({app}: {app: App}) {
  const all = [...app.problems].flatMap(([uri, list]) => list.map(d => ({uri, d}))).sort((a, b) => (a.d.severity ?? 1) - (b.d.severity ?? 1))
  const words = ["", "error", "warning", "note", "hint"]
  return <section class="problems fill" aria-label="Problems">
    {all.length == 0 ? <p class="hint pad">{app.state == "ready" ? "No problems." : "Problems are shown as soon as the engine is there."}</p>
      : <ul>{all.map(({uri, d}, i) => <li key={i} class={"s" + (d.severity ?? 1)}>
        <span class="tag">{words[d.severity ?? 1]}</span>
        <button class="link" onClick={() => app.goTo({uri, range: d.range})}>{pathOf(uri)}:{d.range.start.line + 1}</button>
        <span class="words">{d.message}</span>
        {!app.readOnly && <button class="small" onClick={() => void app.open(pathOf(uri), false, d.range).then(o => o && app.fix(o, d))}>Fix…</button>}
      </li>)}</ul>}
  </section>
}

export function Schema({app}: {app: App}) {
  const [html, setHTML] = useState<string | null>(null)
  const [wrong, setWrong] = useState("")
  useEffect(() => {
    let here = true
    app.request<{text: string}>("ytt/schemaDocs", {configuration: app.configuration || undefined}).then(
      r => { if (here) { setHTML(r.text); setWrong("") } }, e => here && setWrong(message(e)))
    return () => { here = false }
  }, [app.schema, app.configuration])
  const [extras, setExtras] = useState<SchemaExtras | null>(null)
  useEffect(() => {
    let here = true
    app.request<SchemaExtras>("ytt/schemaExtras", app.part()).then(r => here && setExtras(r), () => here && setExtras(null))
    return () => { here = false }
  }, [app.schema, app.configuration])
  const findings = extras?.findings ?? []
  const [url, setURL] = useState("")
  useEffect(() => {
    if (html === null) return
    const u = URL.createObjectURL(new Blob([html], {type: "text/html"}))
    setURL(u)
    return () => URL.revokeObjectURL(u)
  }, [html])
  return <div class="fill">
    <div class="bar"><h2>Schema</h2><span class="grow" />
      <button disabled={!html} onClick={() => download("values.html", new Blob([html!], {type: "text/html"}))}>Download page</button>
      <button disabled={!extras?.jsonSchema} onClick={() => download("values.schema.json", new Blob([JSON.stringify(extras!.jsonSchema, null, 2)], {type: "application/json"}))}>Download JSON Schema</button></div>
    {findings.length > 0 && <details class="pad findings"><summary>{findings.length} {findings.length == 1 ? "thing is" : "things are"} probably not meant</summary>
      <ul>{findings.slice(0, 100).map((f, i) => <li key={i}>{f.location && <button class="link" onClick={() => app.goTo(f.location!)}>{pathOf(f.location.uri)}:{f.location.range.start.line + 1}</button>} <span class="words">{f.message}</span></li>)}</ul></details>}
    {wrong ? <div class="empty"><h2>There is no page of the schema</h2><p class="words">{wrong}</p></div>
      : url ? <iframe class="fill page" sandbox="" src={url} title="The schema, as a page" /> : <p class="pad hint" role="status">The page comes with the first run.</p>}
  </div>
}

export function Explain({app}: {app: App}) {
  const e = app.explained
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => { if (e && !dialog.current?.open) dialog.current?.showModal() }, [e])
  if (!e) return null
  const close = () => { dialog.current?.close(); app.explained = null; app.emit() }
  const x = e.result?.value
  const show = (v: unknown) => (typeof v == "string" ? v : JSON.stringify(v, null, 1))
  const go = (l: Parameters<App["goTo"]>[0]) => { close(); app.goTo(l) }
  return <dialog ref={dialog} aria-label={"Explanation of " + e.path} onClose={close}>
    <h2><code>{e.path}</code></h2>
    {e.failed && <p class="words">{e.failed}</p>}
    {!x && !e.failed && <p class="hint">Looking it up.</p>}
    {x && <dl>
      {x.title && <><dt>Title</dt><dd>{x.title}</dd></>}
      {x.description && <><dt>Description</dt><dd class="words">{x.description}</dd></>}
      <dt>Type</dt><dd>{x.type}{x.required ? ", required" : ""}</dd>
      {x.rules && <><dt>Rules</dt><dd>{x.rules.join("; ")}</dd></>}
      {x.computed && <><dt>Computed</dt><dd>{x.computed}</dd></>}
      {x.default !== undefined && <><dt>Default</dt><dd><pre>{show(x.default)}</pre></dd></>}
      {x.value !== undefined && <><dt>Value</dt><dd><pre>{show(x.value)}</pre></dd></>}
      <dt>Set by</dt><dd>{e.result?.origins?.length
        ? <ol>{e.result.origins.map((o, i) => <li key={i}>{o.location ? <button class="link" onClick={() => go(o.location!)}>{o.text.replace(/^\//, "")}</button> : o.text}{i + 1 == e.result!.origins!.length && e.result!.origins!.length > 1 ? " (this one counts)" : ""}</li>)}</ol>
        : "nobody: it has its default"}</dd>
      {e.result?.declared && <><dt>Declared in</dt><dd><button class="link" onClick={() => go(e.result!.declared!)}>{pathOf(e.result.declared.uri)}:{e.result.declared.range.start.line + 1}</button></dd></>}
    </dl>}
    <button class="primary" onClick={close}>Close</button>
  </dialog>
}
