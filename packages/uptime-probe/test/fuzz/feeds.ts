import type { Random } from "./Random.ts"

const NAMES = [
  "rss",
  "channel",
  "item",
  "feed",
  "entry",
  "title",
  "link",
  "guid",
  "id",
  "updated",
  "content:encoded",
  "rdf:RDF",
  "urlset",
  "url",
  "loc",
  "dc:date",
  "constructor",
  "__proto__",
  "x:y:z"
]

const STARTS = [
  '<?xml version="1.0"?>',
  '<?xml version="1.0" encoding="UTF-16"?>',
  '<?xml version="1.0" encoding="toString"?>',
  '<!DOCTYPE rss [<!ENTITY a "&b;"><!ENTITY b "&a;">]>',
  "\uFEFF",
  ""
]

const texts = (random: Random): string =>
  random.pick([
    "News",
    "&lt;b&gt;x",
    "&#0;&#x110000;&constructor;",
    "<![CDATA[<p>x",
    "<![CDATA[]]>]]>",
    "<!-- - -- -->",
    "2027-02-30T25:61:00Z",
    random.text(30)
  ])

const attributes = (random: Random): string =>
  random
    .list(
      2,
      () =>
        ` ${random.pick(["xmlns", "href", "xml:base", "rdf:about", "type", "a"])}${random.pick(["='x'", '="x', "=x", ""])}`
    )
    .join("")

const element = (random: Random, depth: number): string => {
  const name = random.pick(NAMES)
  const inside = random.list(depth > 6 ? 0 : 4, () => element(random, depth + 1)).join("") || texts(random)
  switch (random.whole(12)) {
    case 0:
      return `<${name}${attributes(random)}/>`
    case 1:
      return `<${name}>${inside}`
    case 2:
      return `${inside}</${name}>`
    case 3:
      return `<${name}><${name}>`.repeat(random.whole(300))
    default:
      return `<${name}${attributes(random)}>${inside}</${name}>`
  }
}

/** Returns a feed or a sitemap that may be damaged, or another document. Some feeds are JSON Feeds. */
export const feedText = (random: Random): string => {
  if (random.chance(0.15)) {
    const feed = {
      version: "https://jsonfeed.org/version/1.1",
      items: random.list(4, () => ({ id: random.pick([1, null, "__proto__"]), title: texts(random) }))
    }
    const text = JSON.stringify(feed)
    return random.chance(0.4) ? text.slice(0, random.whole(text.length)) : text
  }
  const root = random.pick(["rss", "feed", "rdf:RDF", "urlset", "html"])
  const text = `${random.pick(STARTS)}<${root}${attributes(random)}>${random.list(6, () => element(random, 0)).join("")}</${root}>`
  return random.chance(0.2) ? text.slice(0, random.whole(text.length)) : text
}

/** Returns a media type that a server may send with a feed. */
export const mediaType = (random: Random): string =>
  random.pick([
    "application/rss+xml",
    "application/atom+xml; charset=utf-8",
    "text/xml; charset=constructor",
    "text/html",
    "application/feed+json",
    "application/json",
    "text/plain",
    "constructor/__proto__",
    ""
  ])
