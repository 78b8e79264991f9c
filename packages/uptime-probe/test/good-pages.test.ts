import { describe, expect, it } from "vitest"
import type { ContentMemory } from "../src/content/ContentMemory.ts"
import { type JudgedAnswer, makeGoodPages } from "../src/content/GoodPages.ts"
import { contentOfAnswer } from "../src/content/judgeContent.ts"

const URL = "https://shop.example.com/"
const GOOD = "<!doctype html><title>Anvils</title><h1>Anvils</h1><a href='https://cdn.shop.example/a.css'></a>"
const LONG = GOOD + "<p>Forged from one piece of steel, and hardened by hand.</p>".repeat(1_000)
const BROKEN = "<title>Database Error</title><h1>Error establishing a database connection</h1>"

const judge = (
  pages: ReturnType<typeof makeGoodPages>,
  text: string,
  memory: ContentMemory | null,
  type = "text/html"
) =>
  contentOfAnswer(
    { url: URL, contentMemory: memory },
    { statusCode: 200, headers: new Map([["content-type", [type]]]), body: Buffer.from(text) },
    [],
    pages
  )?.content

/** Judges a good page until there is nothing more to learn from it. */
const learn = (pages: ReturnType<typeof makeGoodPages>, text: string): ContentMemory => {
  let memory: ContentMemory | null = null
  for (let check = 0; check < 31; check += 1) memory = judge(pages, text, memory)?.memory ?? null
  if (memory === null) throw new Error("Nothing was learned.")
  return memory
}

const answerOf = (text: string, memory: ContentMemory, contentType = "text/html"): JudgedAnswer => ({
  url: URL,
  contentType,
  body: Buffer.from(text),
  firstBytes: 16 * 1024,
  endBytes: 2 * 1024,
  memory
})

describe("a page that was judged to be good", () => {
  it.each([
    ["short", GOOD],
    ["long", LONG]
  ])("is not judged again while it is the same: a %s page", (_, text) => {
    const pages = makeGoodPages()
    const memory = learn(pages, text)
    expect(pages.has(answerOf(text, memory))).toBe(true)
    expect(judge(pages, text, memory)).toEqual({ fault: null, memory })
  })

  it("is judged again after a change that a judgement reads", () => {
    const pages = makeGoodPages()
    const memory = learn(pages, LONG)
    expect(pages.has(answerOf(LONG.replace("Anvils", "Nails!"), memory))).toBe(false)
    expect(pages.has(answerOf(`${LONG.slice(0, -1)}!`, memory))).toBe(false)
    expect(pages.has(answerOf(LONG.slice(0, 18 * 1024), memory))).toBe(false)
    expect(pages.has(answerOf(GOOD, memory))).toBe(false)
    expect(pages.has(answerOf(LONG, memory, "text/plain"))).toBe(false)
    expect(pages.has(answerOf(LONG, { ...memory, titles: [1] }))).toBe(false)
    expect(pages.has(answerOf(LONG, { ...memory, strange: 3 }))).toBe(false)
    expect(judge(pages, BROKEN, memory)?.fault?.code).toBe("application_error")
  })

  it("is not remembered while its judgement can change, or if it has a fault", () => {
    const pages = makeGoodPages()
    const first = judge(pages, GOOD, null)?.memory
    expect(first).toMatchObject({ checks: 1 })
    const second = judge(pages, GOOD, first ?? null)?.memory
    expect(second).toMatchObject({ checks: 2 })
    if (first === undefined || first === null) throw new Error("Nothing was learned.")
    expect(pages.has(answerOf(GOOD, first))).toBe(false)
    const memory = learn(pages, GOOD)
    judge(pages, BROKEN, memory)
    expect(pages.has(answerOf(BROKEN, memory))).toBe(false)
  })

  it("is forgotten when other pages need its memory", () => {
    const pages = makeGoodPages(40_000)
    const memory = learn(pages, LONG)
    const other = (name: string) => ({ ...answerOf(LONG, memory), url: `${URL}${name}` })
    pages.add(other("a"))
    expect(pages.has(answerOf(LONG, memory))).toBe(true)
    pages.add(other("b"))
    expect(pages.has(answerOf(LONG, memory))).toBe(false)
    expect(pages.has(other("a"))).toBe(true)
    expect(pages.has(other("b"))).toBe(true)
  })
})
