// Keeps the page in the browser, so that it works without a network after the first load. Another deployment has another version, and is
// taken at the next load.
const version = "VERSION"
let other = "engine-br.bin" // which this browser cannot unpack
try { new DecompressionStream("brotli"); other = "engine-gz.bin" } catch { /* it cannot */ }
const parts = PARTS.filter(p => p != other)

addEventListener("install", e => e.waitUntil(caches.open(version).then(c => c.addAll(parts)).then(() => skipWaiting())))
addEventListener("activate", e => e.waitUntil(caches.keys().then(keys => Promise.all(keys.filter(k => k != version).map(k => caches.delete(k)))).then(() => clients.claim())))
addEventListener("fetch", e => {
  const url = new URL(e.request.url)
  if (e.request.method != "GET" || url.origin != location.origin) return
  e.respondWith(caches.open(version).then(c => c.match(e.request, {ignoreSearch: true})).then(found => found ?? fetch(e.request)))
})
