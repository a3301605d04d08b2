// The model of the form: the rows that a schema and values have. No part of the page is touched here.
import type {Field, Location, Origin, Reads, Steps, ValueProblem, Values} from "./types"

export type Kind = "group" | "list" | "text" | "number" | "switch" | "choice" | "yaml" | "add-key" | "add-item"

// Row is a line of the form.
export interface Row {
  path: string
  kind: Kind
  depth: number
  label: string
  title: string
  field: Field
  value: unknown // undefined if there is none
  open?: boolean // of a group or list
  item?: {index: number; count: number; list: string} // of an item of a list
  removable?: boolean // an entry of a pattern, an item, or an optional key that is there
  choices?: string[]
  types?: string[] // a value may be one of several
  problems: ValueProblem[]
  origins: Origin[]
  count?: number // of what is below
  nulled?: boolean // the value is null, and may be something
}

const plain = /^[\p{L}\p{Nd}_\-«»]+$/u

// step adds a key to a path, as the engine writes paths.
export function step(path: string, key: string): string {
  if (!plain.test(key)) return path + "[" + JSON.stringify(key) + "]"
  return path ? path + "." + key : key
}

// typesOf returns the types of a field besides null.
export function typesOf(f: Field): string[] {
  return f.type.split(/,? or |, /).filter(t => t && t != "null")
}

function isMap(v: unknown): v is Record<string, unknown> {
  return typeof v == "object" && v !== null && !Array.isArray(v)
}

// sample is a value to begin with.
export function sample(f: Field): unknown {
  if (f.default !== undefined && f.default !== null && !f.sensitive) return f.default
  const example = f.example?.[0]?.value
  if (example !== undefined && example !== null && !f.sensitive) return example
  switch (typesOf(f)[0]) {
    case "integer": case "float": return 0
    case "boolean": return false
    case "map": return {}
    case "array": return []
    case "string": return ""
  }
  return null
}

export interface Options {
  choices: Record<string, string[]>
  isOpen(path: string, depth: number): boolean
  filter: string // words that paths, titles and descriptions are searched for; "" for all
  deprecated: boolean // show those that are deprecated, too
}

// rows returns the rows of a form.
export function rows(schema: Field, values: Values, o: Options): Row[] {
  const all: Row[] = []
  const byPath = new Map<string, ValueProblem[]>()
  for (const p of values.problems) {
    if (p.path === undefined) continue
    byPath.set(p.path, [...(byPath.get(p.path) ?? []), p])
  }
  const words = o.filter.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (f: Field, path: string) => {
    const text = `${path} ${f.title ?? ""} ${f.documentation ?? ""}`.toLowerCase()
    return words.every(w => text.includes(w))
  }
  // add adds the rows of a field, and reports whether there are any. within says that something around it is what was searched for.
  const add = (f: Field, path: string, shape: string, label: string, value: unknown, depth: number, within: boolean, more: Partial<Row>): boolean => {
    if (f.removed !== undefined) return false
    if (f.deprecated !== undefined && !o.deprecated && (value === undefined || !values.origins[path])) return false
    const hit = within || words.length == 0 || matches(f, path)
    const at = all.length
    const types = typesOf(f)
    const row: Row = {
      path, kind: "text", depth, label, title: f.title ?? label, field: f, value,
      problems: byPath.get(path) ?? [], origins: values.origins[path] ?? [], ...more,
    }
    const choices = o.choices[shape]
    if (types.length > 1) row.types = types
    row.nulled = value === null && types.length > 0 && !types.includes("any")
    let type = types[0]
    if (types.length > 1) type = types.find(t => fits(t, value)) ?? types[0]
    if (choices && type != "boolean") {
      row.kind = "choice"
      row.choices = choices
    } else if (type == "map" && (f.fields || isMap(value))) row.kind = "group"
    else if (type == "array" && f.items) row.kind = "list"
    else if (type == "integer" || type == "float") row.kind = "number"
    else if (type == "boolean") row.kind = "switch"
    else if (type == "string") row.kind = "text"
    else row.kind = "yaml"
    if (row.kind == "group" && !f.fields) row.kind = "yaml" // of a schema that contains itself, the inner one
    all.push(row)
    let below = false
    if (row.kind == "group" && !row.nulled) {
      row.open = words.length > 0 || o.isOpen(path, depth)
      const map = isMap(value) ? value : {}
      row.count = Object.keys(map).length
      const names = new Set((f.fields ?? []).map(c => c.name))
      if (row.open || words.length > 0) {
        for (const c of f.fields ?? []) {
          if (c.keys !== undefined) {
            for (const key of Object.keys(map)) {
              if (names.has(key)) continue
              below = add(c, step(path, key), shapeOf(shape, "_"), key, map[key], depth + 1, hit, {removable: true}) || below
            }
            if (hit) all.push({path, kind: "add-key", depth: depth + 1, label: `Add to ${label || "the values"}`, title: "", field: c, value: undefined, problems: [], origins: []})
            continue
          }
          const name = c.name ?? ""
          const there = name in map
          if (c.optional && !there) {
            if (hit || matches(c, step(path, name))) {
              all.push({path: step(path, name), kind: "add-key", depth: depth + 1, label: `Add ${c.title ?? name}`, title: c.title ?? name, field: c, value: undefined, problems: byPath.get(step(path, name)) ?? [], origins: []})
              below = true
            }
            continue
          }
          below = add(c, step(path, name), shapeOf(shape, name), name, map[name], depth + 1, hit && words.length > 0, {removable: c.optional}) || below
        }
      }
    } else if (row.kind == "list" && !row.nulled) {
      const list = Array.isArray(value) ? value : []
      row.count = list.length
      row.open = words.length > 0 || o.isOpen(path, depth)
      if (row.open) {
        list.forEach((v, i) => {
          below = add(f.items!, `${path}[${i}]`, shape + "[]", `${i + 1}`, v, depth + 1, hit, {removable: true, item: {index: i, count: list.length, list: path}}) || below
        })
        if (hit) all.push({path, kind: "add-item", depth: depth + 1, label: `Add to ${label}`, title: "", field: f.items!, value: list, problems: [], origins: []})
      }
    }
    if (!hit && !below) {
      all.length = at
      return false
    }
    return true
  }
  for (const c of schema.fields ?? []) {
    if (c.keys !== undefined) {
      const map = isMap(values.values) ? values.values : {}
      const names = new Set((schema.fields ?? []).map(x => x.name))
      for (const key of Object.keys(map)) if (!names.has(key)) add(c, step("", key), "_", key, map[key], 0, false, {removable: true})
      if (words.length == 0) all.push({path: "", kind: "add-key", depth: 0, label: "Add a value", title: "", field: c, value: undefined, problems: [], origins: []})
      continue
    }
    const name = c.name ?? ""
    const map = isMap(values.values) ? values.values : {}
    if (c.optional && !(name in map)) {
      if (words.length == 0 || matches(c, name)) all.push({path: step("", name), kind: "add-key", depth: 0, label: `Add ${c.title ?? name}`, title: c.title ?? name, field: c, value: undefined, problems: [], origins: []})
      continue
    }
    add(c, step("", name), name, name, map[name], 0, false, {removable: c.optional})
  }
  return all
}

function shapeOf(shape: string, key: string): string { return step(shape, key) }

function fits(type: string, v: unknown): boolean {
  switch (type) {
    case "string": return typeof v == "string"
    case "integer": return typeof v == "number" && Number.isInteger(v)
    case "float": return typeof v == "number"
    case "boolean": return typeof v == "boolean"
    case "map": return isMap(v)
    case "array": return Array.isArray(v)
  }
  return false
}

// written returns what is to be written for what was typed into a field of a type, or what is wrong with it.
export function written(type: string, text: string): {yaml: string} | {wrong: string} {
  switch (type) {
    case "integer":
      return /^[-+]?\d+$/.test(text.trim()) ? {yaml: text.trim().replace(/^\+/, "")} : {wrong: "This must be a whole number, such as 3."}
    case "float":
      return /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text.trim()) ? {yaml: text.trim().replace(/^\+/, "").replace(/^(-?)\./, "$10.")} : {wrong: "This must be a number, such as 0.5."}
    case "boolean":
      return {yaml: text}
    case "string":
      return {yaml: JSON.stringify(text)}
  }
  return {yaml: text.trim() == "" ? "null" : text}
}

// changes returns, for each line of a text, whether it differs from those of another one: what they begin and end with in common does not, nor does
// what a longest common subsequence has.
export function changes(before: string, after: string): Set<number> {
  const a = before.split("\n"), b = after.split("\n")
  let from = 0
  while (from < a.length && from < b.length && a[from] == b[from]) from++
  let endA = a.length, endB = b.length
  while (endA > from && endB > from && a[endA - 1] == b[endB - 1]) endA--, endB--
  const found = new Set<number>()
  const n = endA - from, m = endB - from
  if (n * m > 1_000_000) {
    for (let i = from; i < endB; i++) found.add(i)
    return found
  }
  const length: Uint16Array[] = Array.from({length: n + 1}, () => new Uint16Array(m + 1))
  for (let i = n - 1; i >= 0; i--) for (let j = m - 1; j >= 0; j--)
    length[i][j] = a[from + i] == b[from + j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1])
  for (let i = 0, j = 0; j < m;) {
    if (i < n && a[from + i] == b[from + j]) i++, j++
    else if (i < n && length[i + 1][j] >= length[i][j + 1]) i++
    else found.add(from + j++)
  }
  return found
}

type Place = {uri: string; line: number}
const isAt = (l: Location | undefined, p: Place) => !!l && l.uri == p.uri && l.range.start.line <= p.line && p.line <= l.range.end.line
const samePlace = (a: Location | undefined, b: Location) => !!a && a.uri == b.uri && a.range.start.line == b.range.start.line

// leadsTo returns the lines of an output that a line of a file has a part in: it made them, it gave a value that they read, or it is of an
// overlay that changed them.
export function leadsTo(lines: Map<number, Location>, at: Place, traces: {reads: Reads; steps: Steps} | null): number[] {
  const places: Place[] = [at]
  if (traces) {
    const given = Object.entries(traces.reads.values).filter(([, v]) => v.origins.some(o => isAt(o.location, at))).map(([path]) => path)
    for (const l of traces.reads.lines) if (l.paths.some(p => given.includes(p))) places.push(l)
    for (const s of traces.steps.steps) for (const m of s.matches) if (isAt(m.patch, at) && m.at) places.push({uri: m.at.uri, line: m.at.range.start.line})
  }
  return [...lines].filter(([, l]) => places.some(p => isAt(l, p))).map(([n]) => n)
}

// madeOf returns the values that the line of a place reads, and the overlays that it has to do with.
export function madeOf(at: Location, traces: {reads: Reads; steps: Steps}) {
  const paths = new Set(traces.reads.lines.filter(l => l.uri == at.uri && l.line == at.range.start.line).flatMap(l => l.paths))
  const overlays: {words: string; location: Location}[] = []
  const add = (words: string, location: Location) => {
    if (!overlays.some(o => samePlace(o.location, location)) && overlays.length < 5) overlays.push({words, location})
  }
  for (const s of traces.steps.steps) for (const m of s.matches) {
    if (m.at && samePlace(m.at, at) && !samePlace(m.patch, at)) add("an overlay matches it:", m.patch)
    if (m.at && samePlace(m.patch, at) && !samePlace(m.at, at)) add("it is an overlay of", m.at)
  }
  return {reads: [...paths].slice(0, 5).map(p => [p, traces.reads.values[p]] as const).filter(([, v]) => v), overlays}
}
