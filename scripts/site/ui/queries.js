// Holds the search to queries.txt: node queries.js search.json queries.txt
import fs from "node:fs"
import {Searcher} from "./search.js"

const searcher = new Searcher(JSON.parse(fs.readFileSync(process.argv[2], "utf8")))
let failed = 0, all = 0
for (const line of fs.readFileSync(process.argv[3], "utf8").split("\n")) {
  if (!line.includes(" => ")) continue
  const [query, want] = line.split(" => ")
  const found = searcher.search(query)
  all++
  if (found[0]?.url.split("#")[0] != want) { failed++; console.log(`FAILED: ${query}: not ${want} but ${found.slice(0, 4).map(f => f.url).join(", ")}`) }
}
console.log(`${all - failed} of ${all} queries find their page first`)
process.exit(failed || all < 40 ? 1 : 0)
