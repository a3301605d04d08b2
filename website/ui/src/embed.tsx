// The page as a part of another: the files of an example, and beside them what they render to.
import {render} from "preact"
import {useEffect, useState} from "preact/hooks"
import {type App, type Pane} from "./app"
import {Choice, counts, Editor, Lost, Question, Status, Tabs, useNarrow} from "./page"
import {Explain, Problems} from "./panels"
import {Form} from "./form"
import {Output} from "./output"

export function mountEmbedded(app: App) {
  render(<Embedded app={app} />, document.getElementById("app")!)
}

function Embedded({app}: {app: App}) {
  const [, again] = useState(0)
  useEffect(() => app.subscribe(() => again(n => n + 1)), [])
  const ready = app.state == "ready" && app.files.length > 0
  useEffect(() => { // each file has its tab: there is no list of them
    if (ready) void (async () => { for (const f of app.files) await app.open(f.path, true) })()
  }, [ready])
  const narrow = useNarrow(600)
  const {errors} = counts(app)
  const right: {pane: Pane; name: string}[] = [{pane: "output", name: "Output"}, {pane: "values", name: "Values"},
    {pane: "problems", name: errors ? `Problems (${errors})` : "Problems"}]
  const panel = (pane: Pane) => {
    switch (pane) {
      case "values": return <Form app={app} />
      case "problems": return <Problems app={app} />
      case "editor": return <Editor app={app} fixed />
    }
    return <Output app={app} bare />
  }
  const shown = (pane: Pane) => <div class="fill" role="tabpanel" id={"panel-" + pane} aria-labelledby={"tab-" + pane}>{panel(pane)}</div>
  return <>
    <Lost app={app} />
    {narrow ? <main class="one">
      <h1 class="heard">Editor</h1>
      <Tabs label="Parts of the example" at={app.narrow} all={[{pane: "editor", name: "Files"}, ...right]} set={p => { app.narrow = p; app.emit() }} />
      {shown(app.narrow)}
    </main> : <main class="two">
      <h1 class="heard">Editor</h1>
      <div><Editor app={app} fixed /></div>
      <div>
        <Tabs label="Results" at={app.pane} all={right} set={p => { app.pane = p; app.emit() }} />
        {shown(app.pane)}
      </div>
    </main>}
    <footer class="bar low"><Choice app={app} /><span class="grow" /><Status app={app} /></footer>
    <div class={"notice " + app.noticeKind} role={app.noticeKind == "error" ? "alert" : "status"}>{app.notice}</div>
    <Question app={app} />
    <Explain app={app} />
  </>
}
