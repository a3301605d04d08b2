// Examples that can be edited where they are: a link that leads to the studio opens its editor below the example instead. Without this script,
// or in another tab, the link leads to the studio.
const edited = new WeakMap() // files as they were left, by link, as JSON
let open = null // the one that there is: each has an engine of its own

async function packed(text) {
  const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer())
  return btoa(Array.from(bytes, b => String.fromCharCode(b)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")
}

// address is that of the studio, with the files of a link as they were left.
async function address(link, page) {
  const to = new URL(link.href), text = edited.get(link)
  to.pathname += page
  if (text) to.hash = "p=" + await packed(text)
  return to.href
}

function element(name, more, ...children) {
  const e = document.createElement(name)
  for (const [key, value] of Object.entries(more)) e.setAttribute(key, value)
  e.append(...children)
  return e
}

function close(focus) {
  if (!open) return
  const {link, section} = open
  open = null
  section.remove()
  link.removeAttribute("aria-controls")
  link.setAttribute("aria-expanded", "false")
  if (focus) link.focus()
}

async function show(link) {
  close(false)
  const command = link.previousElementSibling?.textContent ?? ""
  const frame = element("iframe", {title: "Editor of the example", src: await address(link, "embed.html")})
  const studio = element("a", {href: link.href}, "Open in the studio")
  studio.addEventListener("click", e => {
    e.preventDefault()
    void address(link, "").then(to => { location.href = to })
  })
  const reset = element("button", {type: "button"}, "Reset"), shut = element("button", {type: "button"}, "Close")
  reset.addEventListener("click", () => {
    edited.delete(link)
    void address(link, "embed.html").then(to => { // another hash alone would load nothing
      const next = element("iframe", {title: frame.title, src: to})
      open.frame.replaceWith(next)
      open.frame = next
    })
  })
  shut.addEventListener("click", () => close(true))
  const section = element("section", {class: "embedded", id: "example", tabindex: "-1", "aria-label": "Edit and run: " + command},
    element("div", {class: "bar"}, element("code", {}, command), studio, reset, shut), frame)
  section.addEventListener("keydown", e => { if (e.key == "Escape") close(true) })
  open = {link, section, frame}
  link.setAttribute("aria-expanded", "true")
  link.setAttribute("aria-controls", "example")
  link.closest(".code").after(section)
  section.focus({preventScroll: true})
  section.scrollIntoView({block: "nearest"})
}

export function embed() {
  for (const link of document.querySelectorAll("a.run")) link.setAttribute("aria-expanded", "false")
  document.addEventListener("click", e => {
    const link = e.target.closest?.("a.run")
    if (!link || e.button != 0 || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return
    e.preventDefault()
    if (open?.link == link) close(true)
    else void show(link)
  })
  addEventListener("message", e => {
    if (e.origin == location.origin && open && e.source == open.frame.contentWindow && typeof e.data?.yttFiles == "string") edited.set(open.link, e.data.yttFiles)
  })
}
