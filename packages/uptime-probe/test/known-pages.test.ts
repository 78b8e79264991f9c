import { describe, expect, it } from "vitest"
import type { ContentMemory } from "../src/content/ContentMemory.ts"
import { type JudgedAnswer, makeKnownPages } from "../src/content/KnownPages.ts"
import { contentOfAnswer } from "../src/content/judgeContent.ts"

const URL = "https://shop.example.com/"
const GOOD = "<!doctype html><title>Anvils</title><h1>Anvils</h1><a href='https://cdn.shop.example/a.css'></a>"
const LONG = GOOD + "<p>Forged from one piece of steel, and hardened by hand.</p>".repeat(1_000)
const BROKEN = "<title>Database Error</title><h1>Error establishing a database connection</h1>"

const judge = (
  pages: ReturnType<typeof makeKnownPages>,
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
const learn = (pages: ReturnType<typeof makeKnownPages>, text: string): ContentMemory => {
  let memory: ContentMemory | null = null
  for (let check = 0; check < 31; check += 1) memory = judge(pages, text, memory)?.memory ?? null
  if (memory === null) throw new Error("Nothing was learned.")
  return memory
}

const answerOf = (text: string, memory: ContentMemory | null, contentType = "text/html"): JudgedAnswer => ({
  url: URL,
  contentType,
  body: Buffer.from(text),
  firstBytes: 16 * 1024,
  endBytes: 2 * 1024,
  memory
})

const NO_FAULT = { fault: null }

describe("the judgement of a page", () => {
  it.each([
    ["short", GOOD],
    ["long", LONG]
  ])("is known while the page and its memory are the same: a %s page", (_, text) => {
    const pages = makeKnownPages()
    const memory = learn(pages, text)
    expect(pages.judgementOf(answerOf(text, memory))).toEqual({ fault: null, memory })
    expect(judge(pages, text, memory)).toEqual({ fault: null, memory })
  })

  it("is known without a memory, and with a fault", () => {
    const pages = makeKnownPages()
    const first = judge(pages, GOOD, null)
    expect(first).toMatchObject({ fault: null, memory: { checks: 1 } })
    expect(judge(pages, GOOD, null)).toEqual(first)
    expect(judge(pages, GOOD, first?.memory ?? null)).toMatchObject({ memory: { checks: 2 } })
    const broken = judge(pages, BROKEN, null)
    expect(broken?.fault?.code).toBe("application_error")
    expect(pages.judgementOf(answerOf(BROKEN, null))).toEqual(broken)
  })

  it("is made again after a change of anything that it depends on", () => {
    const pages = makeKnownPages()
    const memory = learn(pages, LONG)
    expect(pages.judgementOf(answerOf(LONG, memory))).toMatchObject(NO_FAULT)
    for (const changed of [
      answerOf(LONG.replace("Anvils", "Nails!"), memory),
      answerOf(`${LONG.slice(0, -1)}!`, memory),
      answerOf(LONG.slice(0, 18 * 1024), memory),
      answerOf(GOOD, memory),
      answerOf(LONG, memory, "text/plain"),
      answerOf(LONG, { ...memory, titles: [1] }),
      answerOf(LONG, { ...memory, hosts: [...memory.hosts, 1] }),
      answerOf(LONG, { ...memory, strange: 3 }),
      answerOf(LONG, null),
      { ...answerOf(LONG, memory), url: `${URL}other` }
    ])
      expect(pages.judgementOf(changed)).toBeNull()
    expect(judge(pages, BROKEN, memory)?.fault?.code).toBe("application_error")
    expect(judge(pages, LONG, memory)).toEqual({ fault: null, memory })
  })

  it("does not change when the bytes of the answer are overwritten", () => {
    const pages = makeKnownPages()
    const answer = answerOf(GOOD, null)
    pages.add(answer, { fault: null, memory: null })
    answer.body.fill(0x20)
    expect(pages.judgementOf(answer)).toBeNull()
    expect(pages.judgementOf(answerOf(GOOD, null))).toEqual({ fault: null, memory: null })
  })

  it("is forgotten when other pages need its memory", () => {
    const pages = makeKnownPages(40_000)
    const named = (name: string) => ({ ...answerOf(LONG, null), url: `${URL}${name}` })
    const known = () => ["a", "b", "c"].filter((name) => pages.judgementOf(named(name)) !== null)
    for (const name of ["a", "b"]) pages.add(named(name), { fault: null, memory: null })
    expect(known()).toEqual(["a", "b"])
    pages.add(named("a"), { fault: null, memory: null })
    pages.add(named("c"), { fault: null, memory: null })
    expect(known()).toEqual(["a", "c"])
  })
})
