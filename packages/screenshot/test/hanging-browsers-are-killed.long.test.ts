import type { Site } from "@mon/tooling/testbed"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { membersOf } from "../src/browser/ProcessGroup.ts"
import type { ScreenshotPool } from "../src/index.ts"
import { browsers, noChromium, openPages, openPool, taken } from "./Chromium.ts"

const DEADLINE_MS = 1_500
/**
 * The additional time that this machine may need to notice the end of a time limit while other processes use the
 * machine.
 */
const SLACK_MS = 1_500

const PAGES = {
  "/": "<title>Shop</title>",
  "/loop": "<title>Loop</title><script>onload = () => { for (;;) {} }</script>",
  "/loop-at-once": "<script>for (;;) {}</script>",
  "/alerts": "<script>for (;;) alert(1)</script>",
  "/hoard": "<script>const all = []; for (;;) all.push(new Array(1e6).fill(all.length))</script>",
  "/silent": { hang: "before-headers" }
} as const

describe.skipIf(noChromium !== null).each(browsers)("pages that crash %s (skipped without Chromium)", (_, places) => {
  let site: Site
  let pool: ScreenshotPool
  beforeAll(async () => {
    site = await openPages(PAGES)
    pool = openPool({}, places)
  })
  afterAll(async () => {
    await pool.close()
    await site.close()
  })

  const take = (path: string, timeoutMs = 30_000, signal?: AbortSignal) =>
    pool.take({ url: `http://shop.example.com:${site.port}${path}`, timeoutMs }, signal)
  const leader = (): number => pool.browsers()[0] ?? 0

  test("a page that never finishes is closed at the deadline", async () => {
    // The deadline does not include the start of the browser.
    taken(await take("/"))
    for (const path of ["/loop", "/loop-at-once", "/alerts"]) {
      const began = performance.now()
      expect(await take(path, DEADLINE_MS), path).toMatchObject({ status: "failed", reason: "timeout" })
      expect(performance.now() - began, path).toBeLessThan(DEADLINE_MS + SLACK_MS)
    }
    expect(taken(await take("/")).title).toBe("Shop")
  }, 60_000)

  test("a page that uses all memory crashes only itself", async () => {
    expect(await take("/hoard", 15_000)).toMatchObject({ status: "failed" })
    expect(taken(await take("/")).title).toBe("Shop")
  }, 60_000)

  test.skipIf(process.platform !== "linux")(
    "a stopped browser is killed with its children, and the next page gets a new one",
    async () => {
      taken(await take("/"))
      const group = leader()
      for (const pid of membersOf(group)) process.kill(pid, "SIGSTOP")
      const began = performance.now()
      expect(await take("/", DEADLINE_MS)).toMatchObject({ status: "failed", reason: "timeout" })
      expect(performance.now() - began).toBeLessThan(DEADLINE_MS + SLACK_MS)
      await expect.poll(() => membersOf(group), { timeout: 5_000 }).toEqual([])
      expect(taken(await take("/")).title).toBe("Shop")
      expect(leader()).not.toBe(group)
    },
    60_000
  )

  test("a page is drawn in a new browser after the first was killed", async () => {
    taken(await take("/"))
    const group = leader()
    const drawing = take("/")
    await site.nextRequest()
    process.kill(group, "SIGKILL")
    expect(taken(await drawing).title).toBe("Shop")
    await expect.poll(() => membersOf(group), { timeout: 5_000 }).toEqual([])
  }, 60_000)

  test("an aborted request returns immediately", async () => {
    const giveUp = new AbortController()
    const drawing = take("/silent", 30_000, giveUp.signal)
    await site.nextRequest(({ path }) => path === "/silent")
    giveUp.abort()
    expect(await drawing).toMatchObject({ status: "failed", reason: "aborted" })
  }, 60_000)

  test("closing ends screenshots in progress and leaves no process", async () => {
    const closing = openPool({}, places)
    const drawing = closing.take({ url: `http://shop.example.com:${site.port}/silent` })
    await site.nextRequest(({ path }) => path === "/silent")
    const [group = 0] = closing.browsers()
    await closing.close()
    expect(await drawing).toMatchObject({ status: "unavailable", reason: "closed" })
    expect(membersOf(group)).toEqual([])
    expect(await closing.take({ url: "https://example.com" })).toMatchObject({
      status: "unavailable",
      reason: "closed"
    })
  }, 60_000)
})
