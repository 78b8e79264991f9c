import { judgeContent } from "@mon/uptime-probe"
import { each, fill, type InputCase, KIB } from "./InputCase.ts"

/** What is read of a page. */
const PAGE = 64 * KIB

const judge = (text: string) => judgeContent({ statusCode: 200, contentType: "text/html", text })

/** A page of which the rules see as much text as they may. */
const said = (piece: string): string => `<!doctype html>${fill(piece, 3_000)}`

/** The places that the rules read, each filled to the end of what is read of a page that has a heading, too. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  title: (text) => `<title>${text}</title><h1>Anvils</h1>`,
  heading: (text) => `<h1>${text}</h1>`,
  "hidden source": (text) => `<h1>Anvils</h1><!--${text}-->`,
  "visible text": (text) => `<h1>Anvils</h1>${text}`,
  "text without markup": (text) => text
}

/** Beginnings of what the rules find. */
const PIECES = [
  "A-Z",
  "-RE",
  "a.b\\",
  "Error: ",
  "this domain name ",
  "&#65;",
  "\n",
  " ",
  "#0 a(",
  "<b>Fatal error</b>: a "
]

const placed = Object.fromEntries(
  Object.entries(PLACES).flatMap(([place, pageOf]) =>
    PIECES.map((piece) => [`${place} of ${JSON.stringify(piece)}`, pageOf(fill(piece, PAGE - pageOf("").length))])
  )
)

// The first judgement in a process compiles the patterns, which takes 40 ms once.
judge("<!doctype html><title>Anvils</title><h1>Anvils</h1><p>Of all sizes.</p>")

/** The judgement of the content of a response. */
export const contents: ReadonlyArray<InputCase> = [
  {
    name: "content of a page",
    limit: "64 KiB, 3,000 visible characters",
    place: "event loop",
    shapes: each(judge, {
      "open tags": fill("<", PAGE),
      "tags without an end": fill("<a <th <body <meta ", PAGE),
      "headings without an end": fill("<h1>", PAGE),
      "elements without an end": fill("<script><svg><style>", PAGE),
      "character references": fill("&#x10ffff;&#99999999;&nope;", PAGE),
      links: fill('<a href="', PAGE),
      scripts: `<!doctype html><script>${fill("sedo parking captcha cloudflare ", PAGE)}</script>`,
      "one long word": said("a"),
      "short lines": said("a<br>"),
      "beginnings of traces": said("Traceback (most recent call last): File a, line 1 "),
      "beginnings of errors": said("Fatal error: Error at "),
      "words of hosts": said("this domain account site has been "),
      "words of many languages": said("domain 域名 ドメイン домен maintenance Wartung "),
      "numbers and names": said("#0 a.b.c.Error at a.b("),
      ...placed
    })
  }
]
