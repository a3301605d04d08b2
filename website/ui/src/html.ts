// Texts of users never become HTML, but for the documentation that the engine writes as Markdown: of that, only harmless elements stay.
const elements = new Set(["P", "BR", "CODE", "PRE", "STRONG", "EM", "B", "I", "UL", "OL", "LI", "H1", "H2", "H3", "H4", "H5", "H6", "HR", "BLOCKQUOTE", "TABLE", "THEAD", "TBODY", "TR", "TH", "TD", "SPAN", "DIV", "DEL"])

interface Policies { createPolicy(name: string, rules: {createHTML(text: string): string; createScriptURL?(url: string): string}): {createHTML(text: string): unknown} }
const policies = (globalThis as unknown as {trustedTypes?: Policies}).trustedTypes
const inert = policies?.createPolicy("ytt", {createHTML: t => t}) // is parsed into a document that runs nothing

// clean returns HTML without anything but harmless elements, and without attributes but class names of the highlighter.
export function clean(html: string): string {
  html = html.replace(/<[^>]*>/g, tag => tag.replace(/\bon\w+\s*=/gi, "data-x=")) // which the policy would report, although nothing runs
  const doc = new DOMParser().parseFromString((inert ? inert.createHTML(html) : html) as string, "text/html")
  const visit = (parent: Element) => {
    for (const child of [...parent.children]) {
      if (!elements.has(child.tagName)) {
        child.replaceWith(doc.createTextNode(child.textContent ?? ""))
        continue
      }
      for (const a of [...child.attributes]) if (a.name != "class" || !/^[\w\s-ͼ]*$/.test(a.value)) child.removeAttribute(a.name)
      visit(child)
    }
  }
  visit(doc.body)
  return doc.body.innerHTML
}

// Whatever the parts of this page set as HTML goes through the same.
policies?.createPolicy("default", {
  createHTML: clean,
  createScriptURL: url => {
    if (url != "worker.js" && url != "offline.js") throw new TypeError("no other program is loaded")
    return url
  },
})
