import { parseAtomFeed, parseRssFeed } from "feedsmith"
import { describe, expect, it } from "vitest"
import { pageFiles, type StatusPageDocument } from "../src/index.ts"
import { fullPage, idOf, makePage, makePost } from "./examplePage.ts"

const read = (document: StatusPageDocument, path: string): string => pageFiles(document).get(path)?.().body ?? ""

describe("the Atom feed", () => {
  it("is written like the golden file", async () => {
    await expect(read(fullPage, "history.atom")).toMatchFileSnapshot("golden/history.atom")
  })

  it("has one entry per post for a reader, with a permanent id", () => {
    const feed = parseAtomFeed(read(fullPage, "history.atom"))
    expect(feed.title?.value).toBe("Acme status")
    expect(feed.updated).toBe("2026-11-23T04:30:00.000Z")
    expect(feed.entries?.map(({ title }) => title?.value)).toEqual([
      "Move to new servers – Scheduled",
      "Checkout answers slowly 1 – Identified",
      "Login failed – Postmortem"
    ])
    expect(feed.entries?.[1]).toMatchObject({
      id: `urn:uuid:${idOf(3, 1)}`,
      published: "2026-11-23T04:05:00.000Z",
      updated: "2026-11-23T04:30:00.000Z"
    })
    expect(feed.entries?.[1]?.links?.[0]?.href).toBe(`https://mon.example.com/s/acme/incidents/${idOf(3, 1)}/`)
  })

  it("has the updates of a post, newest first, as HTML without hostile markup", () => {
    const [update] = makePost(1).updates
    const body = "<script>alert(1)</script>\u0000 ]]> &amp;"
    const post = makePost(1, { title: body, updates: update === undefined ? [] : [{ ...update, body }, update] })
    const [entry] = parseAtomFeed(read(makePage({ posts: [post] }), "history.atom")).entries ?? []
    expect(String(entry?.title?.value)).toContain("<script>alert(1)</script>\uFFFD ]]> &amp;")
    expect(String(entry?.content?.value)).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\uFFFD ]]&gt; &amp;amp;")
    expect(String(entry?.content?.value)).not.toContain("<script")
  })
})

describe("the RSS feed", () => {
  it("is written like the golden file", async () => {
    await expect(read({ ...fullPage, language: "de" }, "history.rss")).toMatchFileSnapshot("golden/history.de.rss")
  })

  it("has one item per post for a reader", () => {
    const feed = parseRssFeed(read(fullPage, "history.rss"))
    expect(feed.title).toBe("Acme status")
    expect(feed.items).toHaveLength(3)
    expect(feed.items?.[1]).toMatchObject({
      guid: { value: `urn:uuid:${idOf(3, 1)}`, isPermaLink: false },
      pubDate: "Mon, 23 Nov 2026 04:05:00 +0000"
    })
  })

  it("is valid without posts", () => {
    expect(parseRssFeed(read(makePage(), "history.rss")).title).toBe("Acme status")
    expect(parseAtomFeed(read(makePage(), "history.atom")).updated).toBe("2026-08-01T10:00:00.000Z")
  })
})
