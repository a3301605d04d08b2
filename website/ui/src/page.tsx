// The page: what stands where.
import {render} from "preact"
import {useEffect, useLayoutEffect, useRef, useState} from "preact/hooks"
import {type App, type Pane} from "./app"
import {FileTree} from "./files"
import {Output} from "./output"
import {Form} from "./form"
import {Explain, Problems, Schema} from "./panels"
import {LibrariesPane, Overlays} from "./traces"

type Extra = {name: string; pane: Pane; show: (app: App) => preact.ComponentChildren; head?: (app: App) => preact.ComponentChildren}

export function mount(app: App, extra: Extra[] = []) {
  render(<Page app={app} extra={extra} />, document.getElementById("app")!)
}

// counts are those of the problems in files.
export function counts(app: App) {
  const all = [...app.problems.values()].flat()
  return {errors: all.filter(d => (d.severity ?? 1) == 1).length, warnings: all.filter(d => d.severity == 2).length}
}

// Choice has what is rendered, if there is more than one thing.
export function Choice({app}: {app: App}) {
  const c = app.configurations.find(c => c.name == app.configuration)
  return <>
    {app.configurations.length > 1 && <label>Configuration <select value={app.configuration} onChange={e => void app.choose(e.currentTarget.value, "")}>{app.configurations.map(c => <option key={c.name}>{c.name}</option>)}</select></label>}
    {c && c.environments.length > 0 && <label>Environment <select value={app.environment} onChange={e => void app.choose(app.configuration, e.currentTarget.value)}>{c.environments.map(e => <option key={e}>{e}</option>)}</select></label>}
  </>
}

export function Status({app}: {app: App}) {
  const {errors, warnings} = counts(app)
  const words = (errors ? `${errors} ${errors == 1 ? "error" : "errors"}` : "no errors") + (warnings ? `, ${warnings} ${warnings == 1 ? "warning" : "warnings"}` : "")
  return <span class="status" role="status" aria-live="polite" data-renders={app.renders} data-took={app.rendering}>{app.state == "connecting" ? (app.channel.local ? "The engine is being loaded" : "Connecting") : app.state == "ready" ? words : "No engine"}</span>
}

// Lost says that there is no engine.
export function Lost({app}: {app: App}) {
  if (app.state != "lost" && app.state != "stopped") return null
  return <div class="failed" role="alert">{app.why} {app.state == "stopped" && <button onClick={() => app.channel.restart()}>Start the engine again</button>}</div>
}

export function useNarrow(width = 760) {
  const query = matchMedia(`(max-width: ${width}px)`)
  const [narrow, set] = useState(query.matches)
  useEffect(() => {
    const f = () => set(query.matches)
    query.addEventListener("change", f)
    return () => query.removeEventListener("change", f)
  }, [])
  return narrow
}

function Page({app, extra}: {app: App; extra: Extra[]}) {
  const [, again] = useState(0)
  useEffect(() => app.subscribe(() => again(n => n + 1)), [])
  useEffect(() => {
    const leave = (e: BeforeUnloadEvent) => { if (!app.channel.local && app.opened.some(o => app.isDirty(o))) e.preventDefault() }
    const key = (e: KeyboardEvent) => {
      if (!e.defaultPrevented && (e.ctrlKey || e.metaKey) && e.key == "s") { e.preventDefault(); void app.saveAll() }
    }
    addEventListener("beforeunload", leave)
    addEventListener("keydown", key)
    return () => { removeEventListener("beforeunload", leave); removeEventListener("keydown", key) }
  }, [])
  const narrow = useNarrow()
  const {errors} = counts(app)
  const dirty = app.opened.filter(o => app.isDirty(o)).length
  const right: {pane: Pane; name: string}[] = [{pane: "output", name: "Output"}, {pane: "values", name: "Values"}, {pane: "schema", name: "Schema"}, {pane: "overlays", name: "Overlays"}, {pane: "libraries", name: "Libraries"}, ...extra]
  const panel = (pane: Pane) => {
    switch (pane) {
      case "output": return <Output app={app} />
      case "values": return <Form app={app} />
      case "schema": return <Schema app={app} />
      case "overlays": return <Overlays app={app} />
      case "libraries": return <LibrariesPane app={app} />
      case "files": return <FileTree app={app} />
      case "editor": return <Editor app={app} />
      case "problems": return <Problems app={app} />
    }
    return extra.find(e => e.pane == pane)?.show(app)
  }
  return <>
    <a class="skip" href="#main">To the editor</a>
    <header>
      <h1>ytt</h1>
      <Choice app={app} />
      <span class="grow" />
      {extra.map(e => e.head?.(app))}
      <Status app={app} />
      {app.readOnly && <span class="tag">read-only</span>}
      {!app.channel.local && !app.readOnly && <button class="primary" disabled={dirty == 0 || app.state != "ready"} onClick={() => void app.saveAll()}>{dirty > 1 ? `Save ${dirty} files` : "Save"}</button>}
    </header>
    <Lost app={app} />
    {narrow ? <>
      <main id="main" class="one"><div class="fill" role="tabpanel" id={"panel-" + app.narrow} aria-labelledby={"tab-" + app.narrow}>{panel(app.narrow)}</div></main>
      <nav aria-label="Parts of the page"><Tabs label="Parts of the page" at={app.narrow} all={[{pane: "files", name: "Files"}, {pane: "editor", name: "Editor"}, ...right, {pane: "problems", name: errors ? `Problems (${errors})` : "Problems"}]} set={p => { app.narrow = p; app.emit() }} /></nav>
    </> : <div class="three">
      <FileTree app={app} />
      <main id="main"><Editor app={app} /><Problems app={app} /></main>
      <aside aria-label="Results">
        <Tabs label="Results" at={app.pane} all={right} set={p => { app.pane = p; app.emit() }} />
        <div class="fill" role="tabpanel" id={"panel-" + app.pane} aria-labelledby={"tab-" + app.pane}>{panel(app.pane)}</div>
      </aside>
    </div>}
    <div class={"notice " + app.noticeKind} role={app.noticeKind == "error" ? "alert" : "status"}>{app.notice}</div>
    <Question app={app} />
    <Explain app={app} />
  </>
}

export function Tabs({all, at, set, label}: {all: {pane: Pane; name: string}[]; at: Pane; set(p: Pane): void; label: string}) {
  const list = useRef<HTMLDivElement>(null)
  const onKey = (e: KeyboardEvent) => {
    const i = all.findIndex(t => t.pane == at)
    const by = e.key == "ArrowRight" ? 1 : e.key == "ArrowLeft" ? -1 : 0
    if (!by) return
    e.preventDefault()
    set(all[(i + by + all.length) % all.length].pane)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus())
  }
  return <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKey}>
    {all.map(t => <button key={t.pane} role="tab" id={"tab-" + t.pane} aria-selected={t.pane == at} aria-controls={t.pane == at ? "panel-" + t.pane : undefined} tabIndex={t.pane == at ? 0 : -1} onClick={() => set(t.pane)}>{t.name}</button>)}
  </div>
}

// Editor shows the open file; fixed leaves out what closes files, where there is no list to open them from.
export function Editor({app, fixed}: {app: App; fixed?: boolean}) {
  const host = useRef<HTMLDivElement>(null)
  const open = app.active
  useLayoutEffect(() => {
    if (!host.current || !open) return
    host.current.replaceChildren(open.view.dom)
    open.view.requestMeasure()
  }, [open])
  return <section class="fill editor" aria-label="Editor">
    <div class="bar open" role="toolbar" aria-label="Open files">
      {app.opened.map(o => <span key={o.path} class={"tab" + (o == open ? " active" : "")}>
        <button aria-pressed={o == open} onClick={() => app.show(o)} title={o.path}>{fixed ? o.path : o.path.split("/").pop()}{app.isDirty(o) && !app.channel.local ? <span class="dirty" role="img" aria-label="not saved"> ●</span> : null}</button>
        {!fixed && <button class="x" aria-label={"Close " + o.path} onClick={() => app.close(o)}>×</button>}
      </span>)}
      <span class="grow" />
      {open && !app.readOnly && <button onClick={() => app.format()}>Format</button>}
    </div>
    {open ? <div class="cm-host fill" ref={host} />
      : <div class="empty"><h2>Open a file</h2><p>Choose one in the list of files, or make one with New.</p><p class="hint">Keys in the editor: Ctrl+Space completes, F12 goes to a definition, F2 renames, Shift+Alt+F formats, Ctrl+. repairs, Ctrl+S saves, Escape and then Tab leaves.</p></div>}
  </section>
}

export function Question({app}: {app: App}) {
  const q = app.question
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => { if (q && !dialog.current?.open) dialog.current?.showModal() }, [q])
  if (!q) return null
  const answer = (run?: () => void) => { dialog.current?.close(); app.question = null; app.emit(); run?.() }
  return <dialog ref={dialog} aria-label="Question" onCancel={() => answer()}>
    <p class="words">{q.text}</p>
    <div class="answers">{q.answers.map((a, i) => <button key={i} class={i == 0 ? "primary" : ""} onClick={() => answer(a.run)}>{a.label}</button>)}</div>
  </dialog>
}
