import * as fc from "fast-check"
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { htmlText, readPage } from "../src/index.ts"
import { inked, parse5Text } from "./parse5Text.ts"

const PAGES = new URL("pages/", import.meta.url)

const shown = (html: string): string => inked(htmlText(html).lines.join("\n"))

const selected = async (html: string): Promise<string> => {
  const reading = await readPage(
    { body: new TextEncoder().encode(html), contentType: "text/html; charset=utf-8", statusCode: 200 },
    { exclude: [".not-there"] }
  )
  return reading.state === "ok" ? inked(reading.text) : ""
}

const pages = readdirSync(PAGES).filter((name) => name.endsWith(".html"))

describe("the visible text of a page is what the standard's parser finds", () => {
  it.each(pages)("on the page %s", (name) => {
    const html = readFileSync(new URL(name, PAGES), "utf8")
    expect(shown(html)).toBe(inked(parse5Text(html)))
  })

  it.each([
    "<svg><title/><text>yes</text><script/><desc/></svg>yes",
    "<svg><title>no</svg>yes",
    "<svg><style>no<p>yes</p></style>yes</svg>yes",
    "<svg><defs><p>yes</p></defs>yes</svg>",
    "<svg><g><svg><title>no</title></svg><style/></g><text>yes</text></svg>yes",
    "<title>Page</title><svg><title>no</title></svg>yes",
    "<svg hidden><text>no</text></svg><svg><text hidden>no</text>yes</svg>",
    "<math><mphantom><mi>no</mi></mphantom><mi>yes</mi></math>"
  ])("on SVG and MathML: %s", (html) => {
    expect(shown(html)).toBe(inked(parse5Text(html)))
    expect(shown(html)).toContain("yes")
  })

  it("has a corpus of pages to compare", () => {
    expect(pages.length).toBeGreaterThanOrEqual(10)
  })

  const word = fc.constantFrom(
    "one",
    "two 2",
    " ",
    "&amp;",
    "&eacute;",
    "&#8364;",
    "&nbsp;",
    "&copy",
    "a & b",
    "1 < 2",
    "x > y",
    "é",
    "\n",
    "<!-- no -->",
    "<!---->",
    "<!-->",
    "<!-- a --!>",
    "<!no>",
    "<?no?>",
    "</>",
    "<br>",
    "<br/>",
    "<img alt='>'>",
    "<wbr>"
  )
  const attribute = fc.constantFrom(
    "",
    " hidden",
    " class=a",
    " title='<p>'",
    ' data-x="it\'s"',
    " style='display:none'",
    ' style="color:red;display : none !important"',
    " style='display:block'",
    " a=b=c",
    ' HIDDEN=""',
    " x = 'y' ",
    " /"
  )
  const raw = [
    "<script>if (a < b) '</p>'</script>",
    "<style>p > a {}</style>",
    "<noscript><p>no</p></noscript>",
    "<template><div>no</div></template>",
    "<svg><text>yes <tspan>1</tspan></text><title>no</title></svg>",
    "<svg><text>yes 2</text><style>no</style><style/><path d='M0'/></svg>",
    "<svg><defs><text>no</text><symbol/></defs><clipPath><text>no</text></clipPath><g>3</g></svg>",
    "<svg><defs/><foreignObject><div>yes 4</div></foreignObject><title>no</title><text>5</text></svg>",
    "<svg/>",
    "<math><mi>x</mi><mo>=</mo><mtext>if <b>y</b></mtext><mfrac><mn>1</mn><mn>2</mn></mfrac></math>",
    "<math><semantics><mn>7</mn><annotation encoding=x>no</annotation></semantics></math>",
    "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable></math>",
    "<SCRIPT>no</sCripT >",
    "<textarea>\nkept <b> &amp;</textarea>",
    "<iframe><p>no</iframe>",
    "<script><!-- <script> --></script>"
  ]
  /**
   * Elements of HTML that end SVG and MathML. htmlparser2 reads pages with selectors, and does not support these
   * elements.
   */
  const breakouts = ["<svg><text>6<p>breaks out</p>", "<math><mfrac>7<div>breaks out</div>"]
  const pageOf = (pieces: ReadonlyArray<string>) =>
    fc.letrec<{ html: string; element: string; list: string; table: string }>((tie) => ({
      html: fc
        .array(
          fc.oneof(
            { weight: 4, arbitrary: word },
            { weight: 2, arbitrary: tie("element") },
            fc.constantFrom(...pieces),
            tie("list"),
            tie("table")
          ),
          { maxLength: 6 }
        )
        .map((parts) => parts.join("")),
      element: fc
        .tuple(
          fc.constantFrom("div", "section", "b", "span", "blockquote", "main", "article", "em"),
          attribute,
          tie("html")
        )
        .map(([name, attributes, inner]) => `<${name}${attributes}>${inner}</${name}>`),
      list: fc
        .tuple(attribute, fc.array(fc.tuple(attribute, tie("html")), { maxLength: 3 }))
        .map(
          ([attributes, items]) => `<ul${attributes}>${items.map(([own, inner]) => `<li${own}>${inner}`).join("")}</ul>`
        ),
      table: fc
        .tuple(attribute, fc.array(fc.tuple(attribute, tie("html")), { maxLength: 3 }))
        .map(
          ([attributes, cells]) =>
            `<table${attributes}><tr>${cells.map(([own, inner]) => `<td${own}>${inner}`).join("")}</table>`
        )
    })).html

  it("on generated pages with all kinds of HTML", () => {
    fc.assert(
      fc.property(pageOf([...raw, ...breakouts]), (page) => {
        expect(shown(page)).toBe(inked(parse5Text(page)))
      }),
      { numRuns: 1_500 }
    )
  })

  it("is the same with and without selectors", async () => {
    await fc.assert(
      fc.asyncProperty(pageOf(raw), async (page) => {
        expect(await selected(page)).toBe(shown(page))
      }),
      { numRuns: 300 }
    )
  })

  const piece = fc.constantFrom(
    "<",
    ">",
    '"',
    "'",
    "=",
    "/",
    "<!--",
    "-->",
    "--!>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<div>",
    "</div>",
    "&",
    "&amp;",
    "&lt",
    "<style>",
    "</style>",
    "<textarea>",
    "</textarea>",
    "<br>",
    "<a href=x>",
    "</a>",
    "<!",
    "<?",
    "</",
    "x",
    " ",
    '<b title="<i>">',
    "--",
    "!",
    "w1"
  )

  it("on arbitrary pieces of markup", () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join("")),
        (page) => {
          expect(shown(page)).toBe(inked(parse5Text(page)))
        }
      ),
      { numRuns: 3_000 }
    )
  })
})

describe("a hidden part of a page", () => {
  it.each([
    ["<li hidden>no<ul><li>no</ul>no<li>yes", "yes"],
    ["<td hidden>no<table><tr><td>no</table>no<td>yes", "yes"],
    ["<div hidden><script>'</div>no'</script>no</div>yes", "yes"],
    ["<div hidden><svg><title/></svg>no</div>yes", "yes"],
    ["<ul><li><span hidden>no</ul>yes", "yes"],
    ["<div hidden></ul>no</div>yes", "yes"],
    ["<template></div>no</template>yes", "yes"],
    ["<svg></p>yes", "yes"]
  ])("%s shows only %s", (page, text) => {
    expect(htmlText(page).lines.join("|")).toBe(text)
  })
})
