import { prototypeWords } from "@mon/tooling/prototypeWords"
import { describe, expect, it } from "vitest"
import { htmlText, jsonLines, readPage } from "../src/index.ts"
import { countWork } from "./work.ts"

const again = (piece: string) => (count: number) => piece.repeat(count)

/** Pages that could make a scanner read the same characters many times. */
const shapes: Readonly<Record<string, (count: number) => string>> = {
  "comments that never end": again("<!-- "),
  "less-than signs": again("<"),
  "scripts that never end": again("<script>"),
  "script ends without a beginning": again("</script>"),
  "quotes that never end": again('<a b="'),
  "quotes of both kinds": again("<a b=\"'c='\""),
  "attributes without quotes": again("<a b=c "),
  "one tag with many attributes": (count) => `<a hidden ${"x=1 ".repeat(count)}>y`,
  "one tag full of spaces": (count) => `<p hidden${" ".repeat(count)}=>y`,
  "elements in elements": again("<div>"),
  "hidden elements in hidden elements": again("<div hidden>"),
  "hidden elements and stray end tags": (count) => `${"<ul>".repeat(count)}<b hidden>${"</ol>".repeat(count)}`,
  "cells of one line": again("<td>x"),
  "pieces of one line": again("<b>a </b>"),
  "spaces of one line": (count) => `x${" ".repeat(count)}y`,
  ampersands: again("&"),
  "numbers that are no characters": again("&#"),
  "names that are no characters": again("&notit"),
  "tables that were never closed": again("<table><tr>x"),
  "svg in svg": again("<svg>"),
  titles: again("<title>"),
  "styles that hide nothing": again("<p style='display:display:display:'>"),
  "preformatted lines": (count) => `<pre>${"\n ".repeat(count)}`,
  declarations: again("<?x "),
  CDATA: again("<![CDATA[")
}

describe("the scanner's work grows linearly with the page", () => {
  it.each(Object.entries(shapes))("%s", (_name, shape) => {
    const small = shape(2_000)
    const large = shape(8_000)
    const few = countWork(() => htmlText(small)).characters
    const many = countWork(() => htmlText(large)).characters
    expect(many / few).toBeLessThan(4.5)
    expect(many).toBeLessThan(40 * large.length)
  })
})

const read = (text: string, contentType: string, include: ReadonlyArray<string> = []) =>
  readPage({ body: new TextEncoder().encode(text), contentType, statusCode: 200 }, { include })

describe("pages beyond a limit are reported, not processed", () => {
  it("reports elements that are nested too deeply for selectors", async () => {
    expect(await read("<div>".repeat(600), "text/html", ["div"])).toEqual({
      state: "too_large",
      reason: "Elements are nested more than 512 levels deep."
    })
  })

  it("reports a selector that counts siblings of siblings", async () => {
    expect(await read("<p>x</p>".repeat(20_000), "text/html", ["p:nth-last-child(2)"])).toEqual({
      state: "too_large",
      reason: "Matching the selectors takes too long on this page."
    })
  })

  it("reports deeply nested XML elements", async () => {
    expect((await read(`<?xml version="1.0"?>${"<a>".repeat(600)}x`, "text/xml")).state).toBe("too_large")
  })

  it("reports short JSON that expands to many long lines", async () => {
    const deep = `${"[".repeat(2_000)}${"0,".repeat(20_000)}0${"]".repeat(2_000)}`
    expect((await read(deep, "application/json")).state).toBe("too_large")
  })

  const manyLines: Readonly<Record<string, (count: number) => string>> = {
    "text/plain": again("x\n"),
    "text/html": again("<li>x"),
    "application/json": (count) => `[${"1,".repeat(count)}1]`,
    "application/xml": (count) => `<?xml version="1.0"?><r>${"<a>1</a>".repeat(count)}</r>`
  }

  it.each(Object.entries(manyLines))("reports more lines than the limit: %s", async (contentType, shape) => {
    const state = "too_large"
    const reason = "The page contains more text or more lines than the limit."
    expect(await read(shape(250_000), contentType)).toEqual({ state, reason })
    const small = { body: new TextEncoder().encode(shape(20)), contentType, statusCode: 200 }
    expect(await readPage(small)).toMatchObject({ state: "ok" })
    expect(await readPage(small, { maxLines: 10 })).toEqual({ state, reason })
  })

  it("compares JSON that is too deep for its parser as plain text", () => {
    expect(jsonLines("[".repeat(1_000_000) + "]".repeat(1_000_000))).toBeNull()
  })

  it("rejects too many or too long selectors", async () => {
    await expect(
      read(
        "<p>",
        "text/html",
        Array.from({ length: 51 }, () => "p")
      )
    ).rejects.toThrow("readPage: options.include must be an array of at most 50 selectors")
    await expect(read("<p>", "text/html", ["p".repeat(501)])).rejects.toThrow(
      "readPage: options.include[0] must be a CSS selector or a JSONPath of at most 500 characters"
    )
  })
})

describe.each(prototypeWords)("the word %j", (word) => {
  const name = word.toLowerCase()
  const readingOf = (html: string, include: ReadonlyArray<string>) =>
    readPage(
      { body: new TextEncoder().encode(html), contentType: "text/html", statusCode: 200 },
      { include, attributes: [name] }
    )

  it.each([[[]], [["a"]]])("is an attribute that an element has or has not, in the parts %j", async (include) => {
    expect(await readingOf("<a>seen</a>", include)).toMatchObject({ state: "ok", text: "seen" })
    // The parser that finds the parts does not support an attribute `__proto__`.
    const text = include.length > 0 && name === "__proto__" ? "seen" : `[${name}: shown] seen`
    expect(await readingOf(`<a ${name}="shown">seen</a>`, include)).toMatchObject({ text })
  })

  it.runIf(/^[a-z]/u.test(word))("is the name of a hidden element", () => {
    expect(htmlText(`<${word} hidden>gone<p>gone</p></${word}>seen`).lines).toEqual(["seen"])
  })
})
