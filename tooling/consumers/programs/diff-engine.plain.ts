import { comparePages, diffImages, diffJson, diffText, readPage } from "@mon/diff-engine"
import assert from "node:assert/strict"

const page = (html: string) => ({ body: new TextEncoder().encode(html), contentType: "text/html", statusCode: 200 })
const before = await readPage(page("<p>Starter: <b>39</b> EUR"))
assert.equal(before.state, "ok")
if (before.state === "ok") {
  const compared = comparePages(before, await readPage(page("<p>Starter: <b>49</b> EUR<script>1</script>")))
  const headline: string = compared.result === "changed" ? compared.diff.headline : ""
  assert.equal(headline, "1 change: +1 / -1 line")
}
const filtered = await readPage(page("<p>Starter<p class=ad>Buy"), { exclude: [".ad"] })
assert.equal(filtered.state === "ok" ? filtered.text : "", "Starter")

const black = { width: 1, height: 1, data: new Uint8Array(4) }
assert.equal(diffImages(black, black).changed, false)
assert.equal(diffText("a", "b").headline, "1 change: +1 / -1 line")
assert.equal(diffJson({ a: 1 }, { a: 1 }).state, "ok")
