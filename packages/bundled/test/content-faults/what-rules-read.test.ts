import { describe, expect, it } from "vitest"
import { readPageText, readPlainText } from "../../src/content-faults/PageText.ts"

describe("what the rules read", () => {
  const most = { end: 2_048, heading: 1_000, source: 16_384, title: 1_000, visible: 3_000 }
  const long = "A-Z &amp;".repeat(7_000)

  it.each([
    ["a title", readPageText(`<title>${long}</title><h1>Anvils</h1>`)],
    ["a title without an end", readPageText(`<title>${long}`)],
    ["a heading", readPageText(`<h1>${long}</h1>`)],
    ["a comment", readPageText(`<h1>Anvils</h1><!--${long}-->`)],
    ["a text", readPageText(`<h1>Anvils</h1>${long}`)],
    ["a text without markup", readPlainText(long)],
    ["the end of a text that is not given whole", readPageText("<h1>Anvils</h1>", long, true)]
  ])("is limited, however long %s is", (_name, { end, heading, source, title, visible }) => {
    for (const [place, text] of Object.entries({ end, heading, source, title, visible }))
      expect([place, text.length <= most[place as keyof typeof most]]).toEqual([place, true])
  })
})
