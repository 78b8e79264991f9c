import { parseAtomFeed, parseRssFeed } from "feedsmith"
import ICAL from "ical.js"
import { describe, expect, it } from "vitest"
import { documentLimits, pageFiles, type StatusPageDocument } from "../src/index.ts"
import { makePage, makePost, plannedPost } from "./examplePage.ts"
import { expensiveTexts, pageAtItsLimits } from "./pageAtItsLimits.ts"

const read = (document: StatusPageDocument, path: string): string => pageFiles(document).get(path)?.().body ?? ""

const kindOf = (path: string): keyof typeof documentLimits.fileBytes => {
  if (path.startsWith("badge")) return "badge"
  if (path.startsWith("api/")) return "json"
  if (path.startsWith("history.")) return "feed"
  return path.endsWith(".ics") ? "calendar" : "page"
}

/**
 * Returns one path of each kind, because the posts of a full page do not differ from each other, and neither do the
 * components.
 */
const differentPaths = (document: StatusPageDocument): ReadonlyArray<string> => [
  ...new Map([...pageFiles(document).keys()].map((path) => [path.replace(/[\da-f-]{36}/u, ":id"), path])).values()
]

const count = (text: string, part: string): number => text.split(part).length - 1

const shapes = Object.entries(expensiveTexts)
const { fileBytes } = documentLimits

describe("the files of a page at its limits", () => {
  it.each(shapes)("have no more bytes than their kind may have: %s", (_, piece) => {
    const document = pageAtItsLimits(piece)
    const sizes = differentPaths(document).map((path) => [path, Buffer.byteLength(read(document, path))] as const)
    expect(sizes).toHaveLength(22)
    expect(sizes.filter(([path, bytes]) => bytes > fileBytes[kindOf(path)])).toEqual([])
  })

  it.each(shapes)("are as small with a hundred times as many updates: %s", (_, piece) => {
    const document = pageAtItsLimits(piece, { posts: 2, updates: 100 })
    const sizes = differentPaths(document).map((path) => [path, Buffer.byteLength(read(document, path))] as const)
    expect(sizes.filter(([path, bytes]) => bytes > fileBytes[kindOf(path)])).toEqual([])
  })

  it("have at most as many entries as their kind may have", () => {
    const document = pageAtItsLimits("a", { posts: 125, updates: 1 })
    const short = {
      ...document,
      posts: document.posts.map((post) => ({ ...post, componentIds: [], updates: makePost(1).updates }))
    }
    const entriesOf = (name: string, list: string) => JSON.parse(read(short, `api/v2/${name}.json`))[list].length
    const calendar = new ICAL.Component(ICAL.parse(read(short, "maintenance.ics")))
    const most = documentLimits.statuspageEntries
    const found = {
      atom: parseAtomFeed(read(short, "history.atom")).entries?.length,
      rss: parseRssFeed(read(short, "history.rss")).items?.length,
      history: count(read(short, "history/"), "<article"),
      maintenance: count(read(short, "maintenance/"), "<article") <= 2 * documentLimits.maintenanceTimes,
      incidents: entriesOf("incidents", "incidents") <= most,
      unresolved: entriesOf("incidents/unresolved", "incidents") <= most,
      planned: entriesOf("scheduled-maintenances", "scheduled_maintenances") <= most,
      events: calendar.getAllSubcomponents("vevent").length <= documentLimits.calendarEvents,
      zones: calendar.getAllSubcomponents("vtimezone").length
    }
    expect(found).toEqual({
      atom: 25,
      rss: 25,
      history: 150,
      maintenance: true,
      incidents: true,
      unresolved: true,
      planned: true,
      events: true,
      zones: 12
    })
  })

  it("name every component, whatever else they leave out", () => {
    const document = pageAtItsLimits("&")
    expect(count(read(document, ""), 'class="line"><strong>')).toBe(200)
    expect(JSON.parse(read(document, "api/v2/summary.json")).components).toHaveLength(250)
  })
})

describe("a file that leaves something out", () => {
  const [first] = makePost(1).updates
  const long = (updates: number) =>
    first === undefined ? [] : Array.from({ length: updates }, () => ({ ...first, body: "&".repeat(10_000) }))

  it("says on the page of a post how many older updates there are", () => {
    const post = makePost(1, { updates: long(100) })
    const markup = read(makePage({ posts: [post] }), `incidents/${post.id}/`)
    const shown = count(markup, "<li><p><strong>")
    expect(shown).toBeGreaterThan(4)
    expect(markup).toContain(`and ${100 - shown} more`)
  })

  it("says on the history how many older posts there are", () => {
    const posts = Array.from({ length: 160 }, (_, place) => makePost(place + 1))
    expect(read(makePage({ posts }), "history/")).toContain('<p class="about">and 10 more</p>')
    expect(read(makePage({ posts: posts.slice(10) }), "history/")).not.toContain("more</p>")
  })

  it("links from the main page to further open incidents and planned maintenance", () => {
    const posts = Array.from({ length: 26 }, (_, place) => makePost(place + 1))
    const planned = Array.from({ length: 6 }, (_, place) => ({ ...plannedPost, id: `planned-${place}` }))
    const markup = read(makePage({ posts: [...posts, ...planned] }), "")
    expect(markup).toContain('<a href="./history/">and 1 more</a>')
    expect(markup).toContain('<a href="./maintenance/">and 1 more</a>')
  })

  it("has the newest posts of the feed, and the link of each whose text does not fit", () => {
    const posts = Array.from({ length: 4 }, (_, place) => makePost(place + 1, { updates: long(1) }))
    const entries = parseAtomFeed(read(makePage({ posts }), "history.atom")).entries ?? []
    expect(entries).toHaveLength(4)
    expect(entries.map((entry) => String(entry.content?.value ?? "").length > 0)).toEqual([true, true, false, false])
    expect(entries.every(({ links }) => links?.[0]?.href?.includes("/incidents/"))).toBe(true)
  })

  it("names the first components of a post, and says how many more", () => {
    const document = pageAtItsLimits("a", { posts: 1, updates: 1 })
    const named = document.components.map((component, place) => ({ ...component, name: `C${place + 1}.` }))
    const markup = read({ ...document, components: named }, `incidents/${document.posts[0]?.id}/`)
    expect(markup).toContain("C20. and 180 more")
    expect(markup).not.toContain("C21.")
  })
})

describe("the text of an update", () => {
  const bodyOf = (body: string): string => {
    const [first] = makePost(1).updates
    const post = makePost(1, { updates: first === undefined ? [] : [{ ...first, body, changes: [] }] })
    return read(makePage({ posts: [post] }), `incidents/${post.id}/`)
  }

  it("has at most 100 links", () => {
    expect(count(bodyOf("http://a.example ".repeat(150)), "nofollow")).toBe(documentLimits.links)
  })

  it("ends a link before the marks of the sentence, however many there are", () => {
    expect(bodyOf(`See http://a.example/b${"!?.".repeat(3_000)}`)).toContain(">http://a.example/b</a>!?.!?.")
  })
})
