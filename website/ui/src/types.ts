// What the engine answers.
export interface Position { line: number; character: number }
export interface Range { start: Position; end: Position }
export interface Location { uri: string; range: Range }
export interface Entry { path: string; size: number }
export interface FileList { name: string; readOnly: boolean; files: Entry[]; more?: boolean; version: string }
export interface FileText { text: string; version: string }

export interface Diagnostic { range: Range; severity?: number; code?: string; message: string; source?: string; relatedInformation?: {location: Location; message: string}[] }

export interface Problem { message: string; location?: Location }
export interface RenderedFile { path: string; origin?: string; text: string; isText?: boolean; lines: {line: number; location: Location}[] }
export interface Rendering { configuration: string; environment?: string; files: RenderedFile[]; problems: Problem[]; printed?: string[] }

export interface Configuration { name: string; project?: string; assumed?: string; environments: string[]; chosen: string }

export interface Field {
  name?: string
  keys?: string
  expects?: string
  title?: string
  documentation?: string
  type: string
  schema?: string
  nullable?: boolean
  required?: boolean
  optional?: boolean
  sensitive?: boolean
  deprecated?: string
  removed?: string
  computed?: string
  default?: unknown
  example?: {value: unknown; description: string | null}[]
  validation?: string[]
  items?: Field
  fields?: Field[]
}
export interface SchemaData { configuration: string; schema?: Field; problems: Problem[]; choices: Record<string, string[]> }
export interface Origin { text: string; location?: Location }
export interface ValueProblem { path?: string; message: string; severity: string; location?: Location }
export interface Values {
  configuration: string
  environment?: string
  values?: unknown
  origins: Record<string, Origin[]>
  problems: ValueProblem[]
  file?: string
  why?: string
}
export interface Explained {
  value: {path: string; type: string; title?: string; description?: string; default?: unknown; value?: unknown; rules?: string[]; required?: boolean; computed?: string; sensitive?: boolean; deprecated?: string}
  declared?: Location
  origins?: Origin[]
}

export interface Steps {
  steps: {at?: Location; matches: {patch: Location; at?: Location; none?: boolean}[]; changes: {name?: string; before: string; after: string}[]}[]
  more?: boolean
  problems: Problem[]
}
export interface Library { path: string[]; files: string[]; used?: Location; values?: unknown }
export interface Libraries { libraries: Library[]; problems: Problem[] }
export interface Reads { lines: {uri: string; line: number; paths: string[]}[]; values: Record<string, {value?: unknown; origins: Origin[]}> }
export interface SchemaExtras { jsonSchema?: unknown; findings: Problem[]; problems: Problem[] }
