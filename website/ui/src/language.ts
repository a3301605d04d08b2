// Highlighting of templates: YAML, and the code in comments.
import {StreamLanguage, type StreamParser, type StringStream} from "@codemirror/language"

interface Line { code: boolean; block: number; quote: string }

const words = new Set(["def", "end", "if", "elif", "else", "for", "in", "while", "return", "load", "not", "and", "or", "lambda", "pass", "break", "continue", "True", "False", "None"])

function code(s: StringStream): string | null {
  if (s.eatSpace()) return null
  if (s.match(/^#.*/)) return "comment"
  if (s.match(/^("([^"\\]|\\.)*"?|'([^'\\]|\\.)*'?)/)) return "string"
  if (s.match(/^\d[\w.]*/)) return "number"
  const word = s.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null
  if (word) return words.has(word[0]) ? "keyword" : s.match(/^\s*\(/, false) ? "variableName.function" : "variableName"
  s.next()
  return "operator"
}

const yaml: StreamParser<Line> = {
  name: "yaml",
  startState: () => ({code: false, block: -1, quote: ""}),
  token(s, st) {
    if (s.sol()) {
      st.code = false
      const indent = s.indentation()
      if (st.block >= 0 && (indent > st.block || s.string.trim() == "")) {
        if (!/^\s*#@/.test(s.string)) { s.skipToEnd(); return "string" }
      } else st.block = -1
      if (s.match(/^(---|\.\.\.)(?=\s|$)/)) return "meta"
    }
    if (st.quote) {
      while (!s.eol()) {
        if (st.quote == '"' && s.match("\\")) { s.next(); continue }
        if (s.next() == st.quote) { st.quote = ""; break }
      }
      return "string"
    }
    if (st.code) return code(s)
    if (s.eatSpace()) return null
    if (s.match(/^#@[\w\/-]*/)) {
      st.code = true
      return "meta"
    }
    if (s.match(/^#.*/)) return "comment"
    if (s.match(/^[-?](?=\s|$)/)) return "operator"
    if (s.match(/^("([^"\\]|\\.)*"|'([^']|'')*'|[^\s#"'&*!|>{}[\],][^#:]*?|[^\s#"'&*!|>{}[\],]([^#:]|:(?=\S))*?)(?=\s*:(\s|$))/)) return "propertyName"
    if (s.match(/^:(?=\s|$)/)) return "operator"
    if (s.match(/^[|>][-+\d]*(?=\s*(#|$))/)) { st.block = s.indentation(); return "operator" }
    if (s.match(/^[&*!][^\s,\]}]*/)) return "labelName"
    if (s.match(/^[{}[\],]/)) return "bracket"
    const quote = s.match(/^["']/) as RegExpMatchArray | null
    if (quote) {
      st.quote = quote[0]
      return yaml.token(s, st)
    }
    if (s.match(/^(true|false|null|~)(?=\s*([,\]}#]|$))/)) return "atom"
    if (s.match(/^[-+]?[\d.][\d._eE+-]*(?=\s*([,\]}#]|$))/)) return "number"
    s.match(/^([^#,\]}\s]|[^#,\]}]*?(?=\s#|$))+/) || s.next()
    return "string"
  },
  languageData: {commentTokens: {line: "#!"}},
}

const starlark: StreamParser<Line> = {
  name: "starlark", startState: () => ({code: true, block: -1, quote: ""}), token: s => code(s), languageData: {commentTokens: {line: "#"}},
}

const text: StreamParser<Line> = {
  name: "text",
  startState: () => ({code: false, block: -1, quote: ""}),
  token(s, st) {
    if (st.code) {
      if (s.match(/^-?@\)/)) { st.code = false; return "meta" }
      return code(s)
    }
    if (s.match(/^\(@[-=]*/)) { st.code = true; return "meta" }
    s.next()
    s.match(/^[^(]+/)
    return null
  },
}

export const yamlLanguage = StreamLanguage.define(yaml)

// languageOf returns the language of a file.
export function languageOf(path: string): StreamLanguage<Line> {
  if (path.endsWith(".star")) return StreamLanguage.define(starlark)
  if (/\.(ya?ml)$/.test(path)) return yamlLanguage
  return StreamLanguage.define(text)
}

export function idOf(path: string): string {
  return path.endsWith(".star") ? "ytt-starlark" : /\.ya?ml$/.test(path) ? "yaml" : "ytt-text"
}
