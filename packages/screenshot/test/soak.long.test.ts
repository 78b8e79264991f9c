import { execFileSync } from "node:child_process"
import process from "node:process"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, test } from "vitest"
import { membersOf } from "../src/browser/ProcessGroup.ts"
import { noChromium, openPages, openPool, taken } from "./Chromium.ts"

/** The number of screenshots. The test suite takes 8 screenshots; `npm run soak` takes 200. */
const SHOTS = Number(process.env["SCREENSHOT_SOAK"] ?? 8)
const SHOTS_PER_BROWSER = SHOTS > 50 ? 50 : 4
/** The number of screenshots after which the codec and the browser's client have allocated their working memory. */
const WARM_UP = SHOTS > 50 ? 24 : 2
const MAX_GROWTH_MEGABYTES = 100
const MEGABYTE = 1024 * 1024

const PAGES = {
  "/": `<title>Shop</title><style>body{margin:0}</style>${"<p>A line of text that is drawn.</p>".repeat(100)}`,
  "/tall": `<div style="height:9000px;background:linear-gradient(red,blue)"></div>`,
  "/broken": { reset: true },
  "/loop": "<script>for (;;) {}</script>"
} as const
const PATHS = Object.keys(PAGES)

/** Collects garbage, so that the test measures only the memory that is in use. */
const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function") collect()
}

/** Returns one line for each browser of this machine whose parent is this process. */
const children = (): string => {
  try {
    return execFileSync("ps", ["-o", "pid=,stat=,comm=", "--ppid", String(process.pid)], { encoding: "utf8" })
      .split("\n")
      .filter((line) => /chrom/u.test(line))
      .join("\n")
  } catch {
    return ""
  }
}

describe.skipIf(noChromium !== null || process.platform !== "linux")(
  "many screenshots (skipped without Chromium)",
  () => {
    test(`${SHOTS} of them leave no process and little memory`, async () => {
      const site = await openPages(PAGES)
      const pool = openPool({ screenshotsPerBrowser: SHOTS_PER_BROWSER })
      const groups = new Set<number>()
      const shoot = async (index: number): Promise<string> => {
        const outcome = await pool.take({
          url: `http://shop.example.com:${site.port}${PATHS[index % PATHS.length] ?? "/"}`,
          timeoutMs: index % 4 === 3 ? 1_500 : 30_000
        })
        for (const pid of pool.browsers()) groups.add(pid)
        return outcome.status === "taken" ? `${taken(outcome).image.height > 0}` : outcome.reason
      }
      try {
        for (let index = 0; index < WARM_UP; index += 2) await Promise.all([shoot(index), shoot(index + 1)])
        collectGarbage()
        const before = process.memoryUsage.rss()
        const all: Array<string> = []
        for (let index = 0; index < SHOTS; index += 2)
          all.push(...(await Promise.all([shoot(index), shoot(index + 1)])))
        collectGarbage()
        const grown = (process.memoryUsage.rss() - before) / MEGABYTE
        expect(
          all.filter((what, index) => what !== (["true", "true", "connect", "timeout"][index % 4] ?? "")),
          "outcomes that were not as they should"
        ).toEqual([])
        if (SHOTS > 50) console.log(`${SHOTS} shots: ${grown.toFixed(1)} MB grown, ${groups.size} browsers`)
        expect(grown).toBeLessThan(MAX_GROWTH_MEGABYTES)
        expect(groups.size).toBeGreaterThan(1)
      } finally {
        await pool.close()
        await site.close()
      }
      for (const group of groups) expect(membersOf(group)).toEqual([])
      expect(children()).toBe("")
    }, 900_000)
  }
)
