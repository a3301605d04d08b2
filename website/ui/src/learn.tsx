// Examples in an order that teaches.
import {useEffect, useState} from "preact/hooks"
import type {App} from "./app"

export interface Example { name: string; title: string; text: string; files: Record<string, string>; open?: string }

const tour = [
  ["Files", "On the left are the files. Choose one to open it; New makes one; you can drag files and folders here."],
  ["Editor", "In the middle you edit. Ctrl+Space completes, hovering explains, F12 goes to where a name is defined, and Fix… repairs problems."],
  ["Output", "Output shows what the files render to, while you type. Put the cursor on a line to see where it comes from."],
  ["Values", "Values is a form made from the schema. What you set is written to a values file, and nothing else."],
  ["Problems", "Below the editor are the problems of all files. Each leads to its place."],
  ["Share", "Share makes a link with all files in it. Nothing leaves this browser unless you send it."],
]

export function Learn({app, examples, take}: {app: App; examples(): Promise<Example[]>; take(files: Record<string, string>, open?: string): void}) {
  const [all, setAll] = useState<Example[] | null>(null)
  const [step, setStep] = useState(-1)
  useEffect(() => { void examples().then(setAll) }, [])
  const choose = (e: Example) => {
    app.question = {text: `Open the example “${e.title}”? It replaces the files that are here now.`, answers: [
      {label: "Open the example", run: () => take(e.files, e.open)},
      {label: "Keep my files", run: () => {}},
    ]}
    app.emit()
  }
  return <div class="learn fill pad">
    <h2>Learn</h2>
    {step < 0 ? <p>ytt makes YAML of YAML: templates with code in comments, values with a schema, overlays that change what others wrote. <button onClick={() => setStep(0)}>Take the tour</button></p>
      : <section class="tour" aria-live="polite" aria-label="Tour"><h3>{step + 1} of {tour.length}: {tour[step][0]}</h3><p>{tour[step][1]}</p>
        <button disabled={step == 0} onClick={() => setStep(step - 1)}>Back</button> <button class="primary" onClick={() => setStep(step + 1 < tour.length ? step + 1 : -1)}>{step + 1 < tour.length ? "Next" : "Done"}</button></section>}
    {all === null ? <p class="hint">The list of examples is being loaded.</p> : all.length == 0 ? <p>The examples could not be loaded.</p>
      : <ol>{all.map(e => <li key={e.name}><button class="link" onClick={() => choose(e)}>{e.title}</button><br /><span class="hint">{e.text}</span></li>)}</ol>}
  </div>
}
