// How results came about: what each overlay matched and changed, and which libraries are used.
import {useEffect, useMemo, useState} from "preact/hooks"
import {type App, pathOf, message} from "./app"
import {Sides} from "./output"
import type {Libraries, Library, Location, Steps} from "./types"

// useAnswer asks the engine after each good run, and keeps the last answer.
function useAnswer<R>(app: App, method: string): {answer: R | null; wrong: string} {
  const [answer, setAnswer] = useState<R | null>(null)
  const [wrong, setWrong] = useState("")
  useEffect(() => {
    if (app.state != "ready") return
    let here = true
    app.request<R>(method, app.part()).then(r => { if (here) { setAnswer(r); setWrong("") } }, e => here && setWrong(message(e)))
    return () => { here = false }
  }, [app.output, app.configuration, app.environment, app.state])
  return {answer, wrong}
}

const nameOf = (l: Location) => `${pathOf(l.uri)}:${l.range.start.line + 1}`

export function Place({app, at}: {app: App; at: Location}) {
  return <button class="link" onClick={() => app.goTo(at)}>{nameOf(at)}</button>
}

export function Overlays({app}: {app: App}) {
  const {answer, wrong} = useAnswer<Steps>(app, "ytt/overlays")
  const [at, setAt] = useState(0)
  const steps = answer?.steps ?? []
  const now = Math.min(at, steps.length - 1)
  const step = steps[now]
  if (wrong) return <div class="empty"><h2>Overlays</h2><p class="words">{wrong}</p></div>
  if (!answer) return <p class="pad hint" role="status">The overlays come with the first run.</p>
  return <div class="fill">
    <div class="bar"><h2>Overlays</h2>
      {steps.length > 0 && <>
        <button disabled={now == 0} onClick={() => setAt(now - 1)}>Back</button>
        <label>Step <select value={now} onChange={e => setAt(+e.currentTarget.value)}>{steps.map((s, i) => <option key={i} value={i}>{i + 1} of {steps.length}{s.at ? ": " + nameOf(s.at) : ""}</option>)}</select></label>
        <button disabled={now + 1 >= steps.length} onClick={() => setAt(now + 1)}>Next</button></>}
    </div>
    {answer.problems.length > 0 && <div class="failed" role="status"><strong>The run has stopped.</strong> {steps.length > 0 ? "These are the steps up to the problem:" : "There is a problem:"}
      <ul>{answer.problems.slice(0, 5).map((p, i) => <li key={i}>{p.location && <Place app={app} at={p.location} />} <span class="words">{p.message}</span></li>)}</ul></div>}
    {!step ? (answer.problems.length == 0 && <div class="empty"><h2>There are no overlays</h2>
      <p>An overlay changes documents that other files render, without editing them. It says what it matches, and what is to be different there:</p>
      <pre>{'#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.subset({"kind": "Deployment"})\n---\nreplicas: 3'}</pre></div>)
      : <div class="trace fill">
        <p class="pad">{step.at && <>The overlay at <Place app={app} at={step.at} /> </>}{step.changes.length == 0 ? "changes nothing." : `changes ${step.changes.length} ${step.changes.length == 1 ? "document" : "documents"}.`}</p>
        <details class="pad" open={step.matches.length < 12}><summary>{step.matches.length} {step.matches.length == 1 ? "match" : "matches"}</summary>
          <ul>{step.matches.slice(0, 200).map((m, i) => <li key={i}><Place app={app} at={m.patch} /> {m.none ? "matches nothing" : <>matches {m.at ? <Place app={app} at={m.at} /> : "what code has made"}</>}</li>)}</ul></details>
        {step.changes.slice(0, 50).map((c, i) => <section key={now + " " + i} class="change" aria-label={c.name || `Document ${i + 1}`}>
          <h3 class="pad">{c.name || `Document ${i + 1}`}{c.before ? (c.after ? "" : ": removed") : ": added"}</h3>
          <Sides left={c.before} right={c.after} leftName="Before" rightName="After" /></section>)}
      </div>}
    {answer.more && <p class="pad hint">There are more steps than are shown here.</p>}
  </div>
}

interface Branch { name: string; uses: Library[]; below: Branch[] }

// grow makes a tree of libraries: each instance below the one whose code uses it.
export function grow(all: Library[]): Branch[] {
  const root: Branch = {name: "", uses: [], below: []}
  for (const l of all) {
    let at = root
    for (const name of l.path) {
      let next = at.below.find(b => b.name == name)
      if (!next) at.below.push(next = {name, uses: [], below: []})
      at = next
    }
    at.uses.push(l)
  }
  return root.below
}

export function LibrariesPane({app}: {app: App}) {
  const {answer, wrong} = useAnswer<Libraries>(app, "ytt/libraries")
  const branches = useMemo(() => grow(answer?.libraries ?? []), [answer])
  if (wrong) return <div class="empty"><h2>Libraries</h2><p class="words">{wrong}</p></div>
  if (!answer) return <p class="pad hint" role="status">The libraries come with the first run.</p>
  const show = (all: Branch[]): preact.ComponentChildren => <ul>{all.map(b => <li key={b.name}><Instance app={app} branch={b} />{b.below.length > 0 && show(b.below)}</li>)}</ul>
  return <div class="fill">
    <div class="bar"><h2>Libraries</h2></div>
    {answer.problems.length > 0 && <div class="failed" role="status"><ul>{answer.problems.slice(0, 5).map((p, i) => <li key={i}>{p.location && <Place app={app} at={p.location} />} <span class="words">{p.message}</span></li>)}</ul></div>}
    {branches.length == 0 ? <div class="empty"><h2>No library is used</h2>
      <p>A library is a folder in <code>_ytt_lib</code> that is rendered with values of its own, as often as you like:</p>
      <pre>{'#@ load("@ytt:library", "library")\n#@ load("@ytt:template", "template")\n--- #@ template.replace(library.get("app").with_data_values({"name": "web"}).eval())'}</pre></div>
      : <div class="trace fill libraries">{show(branches)}</div>}
  </div>
}

function Instance({app, branch}: {app: App; branch: Branch}) {
  const [name, alias] = branch.name.split("~")
  const files = branch.uses[0]?.files ?? []
  return <div class="instance">
    <strong>{name}</strong>{alias && <span class="tag">{alias}</span>} <span class="hint">{files.length} {files.length == 1 ? "file" : "files"}, used {branch.uses.length == 1 ? "once" : `${branch.uses.length} times`}</span>
    {branch.uses.slice(0, 20).map((u, i) => <details key={i}><summary>{u.used ? nameOf(u.used) : `use ${i + 1}`}</summary>
      {u.used && <p>Used at <Place app={app} at={u.used} /></p>}
      {u.values !== undefined && <pre tabIndex={0} aria-label={`Values of ${branch.name}`}>{JSON.stringify(u.values, null, 1)}</pre>}</details>)}
  </div>
}
