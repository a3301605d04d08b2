// The tree of files.
import {useRef, useState} from "preact/hooks"
import {zipSync, unzipSync, strToU8, strFromU8} from "fflate"
import {type App, uriOf} from "./app"
import type {FileText} from "./types"

export function download(name: string, blob: Blob) {
  const a = document.createElement("a")
  a.href = URL.createObjectURL(blob)
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000)
}

interface Node { name: string; path: string; dir: boolean; depth: number }

function tree(app: App, closed: Set<string>): Node[] {
  const all: Node[] = []
  const seen = new Set<string>()
  const paths = [...app.files.map(f => f.path), ...app.opened.filter(o => o.version == "" && !app.files.some(f => f.path == o.path)).map(o => o.path)]
  const order = (p: string) => p.split("/").map((part, i, all) => (i < all.length - 1 ? "0" : "1") + part).join("\u0000")
  for (const path of paths.sort((a, b) => (order(a) < order(b) ? -1 : 1))) {
    const parts = path.split("/")
    let hidden = false
    for (let i = 1; i < parts.length; i++) {
      const dir = parts.slice(0, i).join("/")
      if (!seen.has(dir) && !hidden) all.push({name: parts[i - 1], path: dir, dir: true, depth: i - 1})
      seen.add(dir)
      hidden ||= closed.has(dir)
    }
    if (!hidden) all.push({name: parts[parts.length - 1], path, dir: false, depth: parts.length - 1})
  }
  return all
}

export function FileTree({app}: {app: App}) {
  const [closed, setClosed] = useState(new Set<string>())
  const [at, setAt] = useState("")
  const [asking, setAsking] = useState<{what: "new" | "rename"; from: string} | null>(null)
  const [name, setName] = useState("")
  const [over, setOver] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const upload = useRef<HTMLInputElement>(null)
  const nodes = tree(app, closed)
  const current = nodes.some(n => n.path == at) ? at : app.active?.path ?? nodes[0]?.path
  const errors = (path: string) => (app.problems.get(uriOf(path)) ?? []).filter(d => (d.severity ?? 1) == 1).length
  const focus = (path: string) => {
    setAt(path)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
  }
  const toggle = (path: string, close: boolean) => {
    const next = new Set(closed)
    if (close) next.add(path)
    else next.delete(path)
    setClosed(next)
  }
  const onKey = (e: KeyboardEvent) => {
    const i = nodes.findIndex(n => n.path == current), n = nodes[i]
    if (!n) return
    const go = (j: number) => nodes[j] && focus(nodes[j].path)
    switch (e.key) {
      case "ArrowDown": go(i + 1); break
      case "ArrowUp": go(i - 1); break
      case "Home": go(0); break
      case "End": go(nodes.length - 1); break
      case "ArrowRight": if (n.dir && closed.has(n.path)) toggle(n.path, false); else if (n.dir) go(i + 1); break
      case "ArrowLeft": if (n.dir && !closed.has(n.path)) toggle(n.path, true); else focus(n.path.split("/").slice(0, -1).join("/") || n.path); break
      case "Enter": case " ": if (n.dir) toggle(n.path, !closed.has(n.path)); else void app.open(n.path); break
      case "F2": if (!n.dir && !app.readOnly) { setAsking({what: "rename", from: n.path}); setName(n.path) } break
      case "Delete": if (!n.dir && !app.readOnly) app.remove(n.path); break
      default: return
    }
    e.preventDefault()
  }
  const submit = async (e: Event) => {
    e.preventDefault()
    const path = name.trim().replace(/^\/+/, "")
    if (!path || !asking) return
    if (asking.what == "new") { if (!(await app.create(path))) return } else if (path != asking.from) await app.rename(asking.from, path)
    setAsking(null)
  }
  const take = async (files: {path: string; text: () => Promise<string>}[]) => {
    let n = 0
    for (const f of files) {
      if (/(^|\/)(\.git|node_modules)\//.test(f.path)) continue
      try {
        const version = await app.request<FileText>("files/read", {path: f.path}).then(r => r.version, () => "")
        if (version) { app.say(`${f.path} is there already, and was left as it is.`, "error"); continue }
        await app.request("files/write", {path: f.path, text: await f.text(), version: ""})
        n++
      } catch (e) { app.say(String((e as Error).message ?? e), "error") }
    }
    if (n) app.say(`${n} ${n == 1 ? "file" : "files"} added.`)
    await app.list()
    await app.configure()
    app.refresh()
  }
  const drop = async (e: DragEvent) => {
    e.preventDefault()
    setOver(false)
    const found: {path: string; text: () => Promise<string>}[] = []
    const walk = async (entry: FileSystemEntry, at: string): Promise<void> => {
      if (entry.isFile) found.push({path: at + entry.name, text: () => new Promise((yes, no) => (entry as FileSystemFileEntry).file(f => f.text().then(yes, no), no))})
      else {
        const reader = (entry as FileSystemDirectoryEntry).createReader()
        for (;;) {
          const some = await new Promise<FileSystemEntry[]>((yes, no) => reader.readEntries(yes, no))
          if (some.length == 0) break
          for (const s of some) await walk(s, at + entry.name + "/")
        }
      }
    }
    const entries = [...(e.dataTransfer?.items ?? [])].map(i => i.webkitGetAsEntry()).filter(x => x !== null)
    for (const entry of entries) await walk(entry, "")
    await take(found)
  }
  const picked = async (e: Event) => {
    const input = e.currentTarget as HTMLInputElement
    const all: {path: string; text: () => Promise<string>}[] = []
    for (const f of input.files ?? []) {
      if (f.name.endsWith(".zip")) {
        for (const [path, bytes] of Object.entries(unzipSync(new Uint8Array(await f.arrayBuffer())))) if (!path.endsWith("/")) all.push({path, text: async () => strFromU8(bytes)})
      } else all.push({path: f.webkitRelativePath || f.name, text: () => f.text()})
    }
    input.value = ""
    await take(all)
  }
  const archive = async () => {
    const files: Record<string, Uint8Array> = {}
    for (const f of app.files) {
      const o = app.opened.find(o => o.path == f.path)
      files[f.path] = strToU8(o ? app.textOf(o) : (await app.request<FileText>("files/read", {path: f.path})).text)
    }
    download((app.name || "project") + ".zip", new Blob([zipSync(files, {mtime: new Date(1980, 0, 2)}) as BlobPart], {type: "application/zip"}))
  }
  return <nav class={"fill files" + (over ? " over" : "")} aria-label="Files" onDragOver={e => { e.preventDefault(); if (!app.readOnly) setOver(true) }} onDragLeave={() => setOver(false)} onDrop={e => void drop(e)}>
    <div class="bar">
      <h2>{app.name || "Files"}</h2>
      <span class="grow" />
      {!app.readOnly && <button onClick={() => { setAsking({what: "new", from: ""}); setName("") }}>New</button>}
    </div>
    {asking && <form class="ask" onSubmit={e => void submit(e)}>
      <label>{asking.what == "new" ? "Name of the new file" : "New name"}
        <input autoFocus value={name} placeholder="config/app.yml" onInput={e => setName(e.currentTarget.value)} onKeyDown={e => e.key == "Escape" && setAsking(null)} ref={e => e?.focus()} /></label>
      <div><button class="primary" type="submit">{asking.what == "new" ? "Create" : "Rename"}</button> <button type="button" onClick={() => setAsking(null)}>Cancel</button></div>
    </form>}
    {nodes.length == 0 ? <p class="hint pad">{app.state == "ready" ? "No files yet. Make one, or drag files here." : "The files come with the engine."}</p>
      : <ul role="tree" aria-label="Files" ref={list} onKeyDown={onKey}>
        {nodes.map(n => {
          const bad = n.dir ? 0 : errors(n.path)
          const o = n.dir ? undefined : app.opened.find(o => o.path == n.path)
          const dirty = o && app.isDirty(o) && !app.channel.local
          return <li key={n.path} role="treeitem" aria-level={n.depth + 1} aria-selected={app.active?.path == n.path} aria-expanded={n.dir ? !closed.has(n.path) : undefined}
            tabIndex={n.path == current ? 0 : -1} onFocus={() => setAt(n.path)} style={{paddingLeft: `${n.depth * 0.9 + 0.6}rem`}}
            class={(app.active?.path == n.path ? "active " : "") + (bad ? "bad" : "")}
            onClick={() => { setAt(n.path); if (n.dir) toggle(n.path, !closed.has(n.path)); else void app.open(n.path) }}>
            <span class="icon" aria-hidden="true">{n.dir ? (closed.has(n.path) ? "▸" : "▾") : ""}</span>{n.name}{dirty ? <span class="dirty" aria-hidden="true"> ●</span> : null}{dirty ? <span class="heard">, not saved</span> : null}
            {bad ? <span class="badge">{bad}<span class="heard"> {bad == 1 ? "error" : "errors"}</span></span> : null}
          </li>
        })}
      </ul>}
    {app.unkept.length > 0 && <p class="hint pad">For your next visit, the browser keeps these files without their sensitive values: {app.unkept.join(", ")}.</p>}
    {app.more && <p class="hint pad">There are more files; the first 5000 are shown.</p>}
    <div class="bar low">
      {!app.readOnly && <><input type="file" multiple hidden ref={upload} aria-label="Files to add" onChange={e => void picked(e)} />
        <button onClick={() => upload.current?.click()}>Upload</button>
        <button disabled={!app.active} onClick={() => { if (app.active) { setAsking({what: "rename", from: app.active.path}); setName(app.active.path) } }}>Rename</button>
        <button disabled={!app.active} onClick={() => app.active && app.remove(app.active.path)}>Delete</button></>}
      <button disabled={app.files.length == 0} onClick={() => void archive().catch(e => app.say(String(e), "error"))}>Download</button>
    </div>
  </nav>
}
