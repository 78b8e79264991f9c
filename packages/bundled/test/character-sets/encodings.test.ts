import { describe, expect, it } from "vitest"
import { decodeText } from "../../src/character-sets/index.ts"

/** "Привет" in windows-1251, after a head in ASCII. */
const cyrillic = (head: string) => Buffer.concat([Buffer.from(head), Buffer.from("cff0e8e2e5f2", "hex")])
const utf8 = (head: string) => Buffer.from(`${head}Привет`)

describe("the encoding of a page", () => {
  it.each([
    ["a comment before the declaration", utf8('<!-- <meta charset="windows-1251"> --><meta charset="utf-8">')],
    ["a comment only", utf8('<!-- <meta charset="windows-1251"> -->')],
    ["a comment that ends at once", utf8('<!--><meta charset="utf-8"><!-- <meta charset="windows-1251"> -->')],
    ["another attribute", utf8('<meta data-charset="windows-1251" name="a">')],
    ["an attribute of another element", utf8('<script charset="windows-1251" src="a"></script>')],
    ["the value of an attribute", utf8("<p title='<meta charset=windows-1251>'>")],
    ["the content of another meta element", utf8('<meta name="a" content="text/html; charset=windows-1251">')],
    ["a name that begins like meta", utf8("<metadata charset=windows-1251>")],
    ["a declaration after 1024 bytes", utf8(`${" ".repeat(1_030)}<meta charset="windows-1251">`)],
    ["an encoding that does not exist", utf8('<meta charset="none"><meta charset="utf-8">')],
    ["UTF-16 in ASCII letters", utf8('<meta charset="utf-16">')]
  ])("is UTF-8 with %s", (_, body) => {
    expect(decodeText(body, "text/html")).toMatch(/Привет$/u)
  })

  it.each([
    ["a declaration", '<meta charset="windows-1251">'],
    ["a declaration without quotes", "<META CHARSET=windows-1251>"],
    ["a declaration in single quotes", "<meta charset = 'windows-1251' />"],
    ["a slash", "<meta/charset=windows-1251>"],
    ["http-equiv", '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'],
    ["http-equiv after content", "<meta content='text/html;charset=\"windows-1251\"' http-equiv=content-type>"],
    ["a declaration after a comment", '<!-- a > b --><html lang="ru"><meta charset="windows-1251">'],
    ["the first of two", '<meta charset="windows-1251"><meta charset="utf-8">'],
    ["an XML declaration", '<?xml version="1.0" encoding="windows-1251"?>']
  ])("is the one of %s", (_, head) => {
    expect(decodeText(cyrillic(head), "text/html")).toBe(`${head}Привет`)
    expect(decodeText(cyrillic(head), null)).toBe(`${head}Привет`)
  })

  it.each(["text/plain", "text/markdown; a=b", "application/json", "text/css", "application/javascript"])(
    "is not declared in the text of %s",
    (contentType) => {
      expect(decodeText(utf8('<meta charset="windows-1251">'), contentType)).toMatch(/Привет$/u)
      expect(decodeText(utf8('<?xml version="1.0" encoding="windows-1251"?>'), contentType)).toMatch(/Привет$/u)
    }
  )

  it.each(["application/xml", "text/xml; q=1", "application/rss+xml", "image/svg+xml"])(
    "is declared in the first line of %s, and not in elements",
    (contentType) => {
      const declaration = "<?xml version='1.0' encoding='windows-1251'?>"
      expect(decodeText(cyrillic(declaration), contentType)).toBe(`${declaration}Привет`)
      expect(decodeText(utf8('<meta charset="windows-1251"/>'), contentType)).toMatch(/Привет$/u)
    }
  )

  it("is that of the byte order mark, then of the header, then of the page", () => {
    const meta = '<meta charset="windows-1251">'
    expect(decodeText(Buffer.from(`\ufeff${meta}Привет`), "text/html; charset=windows-1251")).toMatch(/Привет$/u)
    expect(decodeText(Buffer.from(`\ufeff${meta}Привет`, "utf16le"), "text/html; charset=utf-8")).toMatch(/Привет$/u)
    expect(decodeText(utf8(meta), "text/html; charset='utf-8'")).toMatch(/Привет$/u)
    expect(decodeText(cyrillic(meta), "text/html; x-charset=utf-8")).toMatch(/Привет$/u)
  })
})
