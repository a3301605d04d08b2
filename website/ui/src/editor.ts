// The editor of a file.
import {EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, highlightSpecialChars} from "@codemirror/view"
import {EditorState, type Extension} from "@codemirror/state"
import {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands"
import {searchKeymap, highlightSelectionMatches} from "@codemirror/search"
import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from "@codemirror/autocomplete"
import {bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentUnit, syntaxHighlighting} from "@codemirror/language"
import {lintGutter, lintKeymap} from "@codemirror/lint"
import {tags} from "@lezer/highlight"
import {languageOf} from "./language"
import type {Range} from "./types"
import type {App} from "./app"

// Colours are those of the style sheet, so that they follow the theme.
export const colours = syntaxHighlighting(HighlightStyle.define([
  {tag: tags.keyword, class: "t-keyword"},
  {tag: tags.propertyName, class: "t-key"},
  {tag: tags.string, class: "t-string"},
  {tag: [tags.number, tags.atom], class: "t-number"},
  {tag: tags.comment, class: "t-comment"},
  {tag: tags.meta, class: "t-meta"},
  {tag: tags.labelName, class: "t-label"},
  {tag: tags.function(tags.variableName), class: "t-function"},
]))

export function extensions(path: string, app: App): Extension {
  return [
    lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), drawSelection(), highlightSpecialChars(), history(), foldGutter(), bracketMatching(),
    closeBrackets(), autocompletion(), highlightSelectionMatches(), lintGutter(), colours, languageOf(path), indentUnit.of("  "),
    EditorState.readOnly.of(app.readOnly), EditorView.contentAttributes.of({"aria-label": "Text of " + path, tabindex: "0"}),
    keymap.of([
      {key: "Mod-s", preventDefault: true, run: () => { void app.saveAll(); return true }},
      {key: "Mod-.", run: () => { if (app.active) void app.fix(app.active); return true }},
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap, indentWithTab,
    ]),
  ]
}

export function reveal(view: EditorView, at: Range) {
  const doc = view.state.doc
  const offset = (p: {line: number; character: number}) => {
    const line = doc.line(Math.min(p.line + 1, doc.lines))
    return Math.min(line.from + p.character, line.to)
  }
  view.dispatch({selection: {anchor: offset(at.start), head: offset(at.start)}, effects: EditorView.scrollIntoView(offset(at.start), {y: "center"})})
  view.focus()
}
