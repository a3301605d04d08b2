// Runs the engine: receives messages of the page, and sends those of the engine. In front of this stands wasm_exec.js of Go.
const waiting = []
let ready = false

globalThis.yttSend = message => postMessage({message})
globalThis.yttReady = () => {
  ready = true
  postMessage({ready: true})
  for (const m of waiting.splice(0)) globalThis.yttReceive(m)
}
onmessage = e => (ready ? globalThis.yttReceive(e.data) : waiting.push(e.data))

// packed returns the smaller one of the packed engines that this browser can unpack.
function packed() {
  try {
    return {unpack: new DecompressionStream("brotli"), name: "engine-br.bin", integrity: "INTEGRITY-BR"}
  } catch {
    return {unpack: new DecompressionStream("gzip"), name: "engine-gz.bin", integrity: "INTEGRITY-GZ"}
  }
}

async function start() {
  const {unpack, name, integrity} = packed()
  const answer = await fetch(name, {integrity})
  if (!answer.ok) throw new Error("it could not be loaded (" + answer.status + ")")
  const go = new Go()
  const code = new Response(answer.body.pipeThrough(unpack), {headers: {"Content-Type": "application/wasm"}})
  const {instance} = await WebAssembly.instantiateStreaming(code, go.importObject)
  await go.run(instance)
  postMessage({failed: "it has ended"})
}
start().catch(e => postMessage({failed: String((e && e.message) || e)}))
