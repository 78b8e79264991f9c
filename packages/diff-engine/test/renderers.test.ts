import { describe, expect, it } from "vitest"
import { diffText, renderHtml, renderEmailHtml, renderTerminal, renderUnified } from "../src/index.ts"

const HOSTILE = "<img src=x onerror=alert(1)> & \"quotes\" 'single'"
const diff = diffText(`first\nprice 39\nlast`, `first\nprice 49 ${HOSTILE}\nlast`)

describe("the text of a page is never rendered as markup", () => {
  it.each([
    ["the side-by-side view", renderHtml(diff)],
    ["in a mail", renderEmailHtml(diff)]
  ])("%s", (_name, html) => {
    expect(html).not.toContain("<img")
    expect(html).toContain("&lt;")
    expect(html).toContain("onerror")
    expect(html).not.toMatch(/"quotes"|'single'/u)
  })

  it("replaces control characters of a page in a terminal", () => {
    const evil = renderTerminal(diffText("a", "b\u001b[2J\u0007\u009b31m"))
    expect([...evil].filter((character) => /\p{Cc}/u.test(character) && character !== "\n")).toEqual([])
    expect(evil).toContain("b\ufffd[2J\ufffd\ufffd31m")
  })
})

describe("a diff in an email", () => {
  it("has inline styles and loads nothing", () => {
    const html = renderEmailHtml(diffText("price 39", "price 49"))
    expect(html).not.toMatch(/<style|class=|src=|url\(|<ins|<del/u)
    expect(html).toMatch(/style="background:#dafbe1/u)
  })

  it("is limited in length and counts the remaining lines", () => {
    const long = diffText("", Array.from({ length: 300 }, (_, n) => `line ${n}`).join("\n"))
    const html = renderEmailHtml(long, 20)
    expect(html.match(/<tr/gu)).toHaveLength(21)
    expect(html).toContain("and 280 more lines")
  })
})

describe("the side-by-side view", () => {
  it("shows old and new lines in one row with their numbers and the changed words", () => {
    const html = renderHtml(diffText("a\nprice 39\nc", "a\nprice 49\nc"))
    expect(html).toContain(
      '<tr><td class="number">2</td><td class="delete">price <del>39</del></td><td class="number">2</td><td class="insert">price <ins>49</ins></td></tr>'
    )
  })
})

it("shows no changes for equal texts", () => {
  const none = diffText("a", "a")
  expect(renderUnified(none)).toBe("")
  expect(renderTerminal(none)).toBe("No changes\n")
  expect(renderEmailHtml(none)).not.toContain("<tr")
})
