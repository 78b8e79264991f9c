import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import type { Report } from "../harness/Report.ts"
import { median, spread } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import type { HostileChecker, Round } from "./checkerProgram.ts"
import { hostilePages } from "./HostilePages.ts"
import type { HostileSite } from "./siteProgram.ts"

const ROUNDS = 5
const LIMIT_MS = 250
/** The checks of one worker that run at once. */
const AT_ONCE = 10
/** The short form reads one page of so many, and all of them at once. */
const SHORT_SHARE = 13
/** The results of a page that was read; the reader gives up on some. */
const READ = /^(?:\d+ changes|too_large|too_slow)$/u

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  const server = await startPostgres(defer, "embedded")
  const site = await startChild<HostileSite>(new URL("./siteProgram.ts", import.meta.url), { core: null })
  defer(site.stop)
  const checker = await startChild<HostileChecker>(new URL("./checkerProgram.ts", import.meta.url), { core: null })
  defer(checker.stop)
  const port = await site.call("start", null)
  await checker.call("open", { database: server.url, port })

  const numbers = hostilePages.flatMap((_, number) => (short && number % SHORT_SHARE > 0 ? [] : [number]))
  const atOnce = Math.min(AT_ONCE, numbers.length)
  let version = 0
  const check = async (pages: ReadonlyArray<number>): Promise<Round> => {
    await site.call("write", (version += 1))
    const round = await checker.call("check", pages)
    const failed = round.results.find((result) => !READ.test(result))
    if (failed !== undefined) throw new Error(`A page was not read: ${failed}`)
    return round
  }
  progress("The first check of each page, which is its baseline")
  for (const number of numbers) await check([number])

  const together: Array<Round> = []
  for (let round = 0; round < (rounds ?? (short ? 1 : ROUNDS)); round++) {
    const first = together.length * atOnce
    together.push(await check(Array.from({ length: atOnce }, (_, n) => numbers[(first + n) % numbers.length] ?? 0)))
    progress(`Round ${round + 1}: ${Math.round(together.at(-1)?.longestMs ?? 0)} ms`)
  }
  const alone = new Map<number, Round>()
  for (const number of numbers) alone.set(number, await check([number]))
  const longest = together.map(({ longestMs }) => longestMs)
  return {
    sections: [
      {
        title: `${atOnce} hostile pages are checked at once, ${together.length} rounds: median (min..max)`,
        columns: ["longest delay ms", "all checks s"],
        rows: [
          {
            name: "event loop of the worker",
            cells: [spread(longest), spread(together.map(({ tookMs }) => tookMs / 1_000))]
          }
        ]
      },
      {
        title: "Each page alone",
        columns: ["longest delay ms", "check ms", "result"],
        rows: [...alone].map(([number, { longestMs, results, tookMs }]) => ({
          name: hostilePages[number]?.name ?? "",
          cells: [longestMs, tookMs, results[0] ?? null]
        }))
      }
    ],
    targets: [
      {
        name: `Longest delay of the event loop while ${AT_ONCE} hostile pages are checked, median of the rounds,`,
        sense: "at most",
        limit: LIMIT_MS,
        unit: " ms",
        value: median(longest)
      }
    ],
    notes: [
      "Each round serves new content, so that every page is read, compared with its stored text, and recorded in PostgreSQL.",
      "The site, PostgreSQL and the threads share the cores with the event loop."
    ]
  }
}

/** Whether pages from strangers can delay everything else in the process. */
export const hostile: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
