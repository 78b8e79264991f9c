import { Credentials, hashApiKey, Sessions } from "@mon/core-store"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { hash, randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core"
import { createFixture } from "../api/Fixture.ts"
import type { ApiProgram } from "../api/monProgram.ts"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { startChild } from "../harness/Child.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import type { Report } from "../harness/Report.ts"
import { spread } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import { openStore } from "../postgres/Store.ts"

const CHROMIUM = "/usr/bin/chromium"
const BUILT = new URL("../../../apps/dashboard/dist/index.html", import.meta.url)
const CONNECTIONS = 5
const MONITORS = 1_000
const ROUNDS = 9
const SHORT = { monitors: 20, rounds: 1 } as const
const WARM_UP = 1
/** A phone of the middle class, as Lighthouse simulates it. */
const SLOWDOWN = 4
/** A new window of Chromium loads parts of its own surface first, in milliseconds. A visitor has a window already. */
const SETTLE_MS = 1_000
const LIMITS = { listMs: 800, keyMs: 100, slowKeyMs: 160 } as const
/** Each key changes which rows are shown. */
const KEYS = ["1", "2", "3", "Backspace", "Backspace", "Backspace"] as const

/** What the page under test writes down, in milliseconds. */
interface Noted {
  shownAt: number | null
  readonly keys: Array<number>
}

const noted = (): Noted => (globalThis as unknown as { noted: Noted }).noted

/** Runs in the page before its scripts: notes when rows are on screen, and how long each key takes to show its rows. */
const observe = (): void => {
  const notes: Noted = { shownAt: null, keys: [] }
  Object.assign(globalThis, { noted: notes })
  // The page gets this function alone.
  /* oxlint-disable unicorn/consistent-function-scoping */
  /** After the frame that is drawn next, once the page answers again. */
  const afterFrame = (work: () => void) => {
    const channel = new MessageChannel()
    channel.port1.addEventListener("message", work)
    channel.port1.start()
    requestAnimationFrame(() => channel.port2.postMessage(null))
  }
  const rows = () => document.querySelector("[role=table]")?.getAttribute("aria-rowcount")
  /* oxlint-enable unicorn/consistent-function-scoping */
  new MutationObserver((_changes, observer) => {
    if (document.querySelector("[data-row]") === null) return
    observer.disconnect()
    afterFrame(() => (notes.shownAt = performance.now()))
  }).observe(document, { childList: true, subtree: true })
  addEventListener(
    "keydown",
    ({ timeStamp }) => {
      const before = rows()
      const watch = () =>
        afterFrame(() => (rows() === before ? watch() : void notes.keys.push(performance.now() - timeStamp)))
      watch()
    },
    true
  )
}

/** CPU time of the page's main thread since it began, in milliseconds. */
const cpuOf = async (client: CDPSession): Promise<number> => {
  const { metrics } = await client.send("Performance.getMetrics")
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000
}

/** Opens the list without a cache; returns how long it took, its CPU time, and the page. */
const openList = async (browser: Browser, origin: string, token: string, slowdown: number) => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1_280, height: 900 } })
  await context.addCookies([{ name: "mon_session", value: token, url: origin }])
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  await client.send("Performance.enable", { timeDomain: "threadTicks" })
  await page.addInitScript(observe)
  await page.waitForTimeout(SETTLE_MS)
  await page.goto("/app/domains")
  await page.waitForFunction(() => (globalThis as unknown as { noted: Noted }).noted.shownAt !== null)
  const { shownAt } = await page.evaluate(noted)
  if (shownAt === null) throw new Error("The list was not shown.")
  return { page, shownAt, cpu: await cpuOf(client), close: () => context.close() }
}

/** How long each key of the filter takes until the rows that it leaves are on screen. */
const typeInto = async (page: Page): Promise<ReadonlyArray<number>> => {
  await page.waitForLoadState("networkidle")
  await page.locator("#filter").focus()
  for (const [index, key] of KEYS.entries()) {
    await page.keyboard.press(key)
    await page.waitForFunction(
      (count) => (globalThis as unknown as { noted: Noted }).noted.keys.length === count,
      index + 1
    )
  }
  return (await page.evaluate(noted)).keys
}

/** A session of the owner of an API key. */
const openSession = async (url: string, key: string): Promise<string> => {
  const token = randomBytes(32).toString("base64url")
  const { close, run } = await openStore(url, 1)
  try {
    await run(
      Effect.gen(function* () {
        const found = yield* (yield* Credentials).authenticateAndCount(hashApiKey(key), 0)
        if (found === null) return yield* Effect.die(new Error("The key of the fixture is unknown."))
        yield* (yield* Sessions).open(hash("sha256", token, "buffer"), {
          userKey: found.viewer.userKey,
          proof: { passwordHash: null },
          withCode: false,
          client: { address: "127.0.0.1", userAgent: "bench" }
        })
      })
    )
  } finally {
    await close()
  }
  return token
}

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  if (!existsSync(CHROMIUM)) throw new Error(`There is no browser at ${CHROMIUM}.`)
  if (!short) {
    progress("building the dashboard")
    execFileSync("npm", ["run", "build", "--silent"], {
      cwd: fileURLToPath(new URL("..", BUILT)),
      stdio: "pipe",
      env: { ...process.env, NODE_ENV: "production" }
    })
  } else if (!existsSync(BUILT)) throw new Error("Run `npm run build` first.")
  const count = short ? SHORT.monitors : MONITORS
  const database = await startPostgres(defer, "embedded")
  progress(`creating ${count} monitors`)
  const [visitor] = await createFixture(database.url, 1, count)
  if (visitor === undefined) throw new Error("There is no API user.")
  const server = await startChild<ApiProgram>(new URL("../api/monProgram.ts", import.meta.url), {
    core: "subject",
    env: { NODE_ENV: "production" }
  })
  defer(server.stop)
  const { port } = await server.call("start", { url: database.url, connections: CONNECTIONS, visitor })
  const origin = `http://127.0.0.1:${port}`
  const token = await openSession(database.url, visitor.key)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })
  defer(() => browser.close())

  const measured = []
  for (const slowdown of [1, SLOWDOWN]) {
    const lists: Array<number> = []
    const cpus: Array<number> = []
    const keys: Array<number> = []
    for (let round = short ? 0 : -WARM_UP; round < (rounds ?? (short ? SHORT.rounds : ROUNDS)); round++) {
      const { close, cpu, page, shownAt } = await openList(browser, origin, token, slowdown)
      const typed = await typeInto(page)
      await close()
      if (round < 0) continue
      lists.push(shownAt)
      cpus.push(cpu)
      keys.push(...typed)
    }
    measured.push({ slowdown, list: spread(lists), cpu: spread(cpus), key: spread(keys) })
  }
  const [fast, slow] = measured
  return {
    sections: [
      {
        title: `The list of ${count.toLocaleString("en-US")} domains in Chromium, median (range)`,
        columns: ["rows on screen, ms", "CPU of the main thread, ms", "key to rows, ms"],
        rows: measured.map(({ cpu, key, list, slowdown }) => ({
          name: slowdown === 1 ? "this machine" : `a CPU ${slowdown} times slower`,
          cells: [list, cpu, key]
        }))
      }
    ],
    targets: [
      {
        name: `list interactive at ${SLOWDOWN}x CPU slowdown`,
        sense: "at most",
        limit: LIMITS.listMs,
        unit: " ms",
        value: slow?.list.median ?? null
      },
      {
        name: "key to rows",
        sense: "at most",
        limit: LIMITS.keyMs,
        unit: " ms",
        value: fast?.key.median ?? null
      },
      {
        name: `key to rows at ${SLOWDOWN}x CPU slowdown`,
        sense: "at most",
        limit: LIMITS.slowKeyMs,
        unit: " ms",
        value: slow?.key.median ?? null
      }
    ],
    notes: [
      "Each round has an empty cache. The time counts from the start of the navigation until the rows are drawn and the page answers.",
      "The CPU time, up to the moment when the rows are on screen, depends less on other load than the clock does.",
      "A key counts from its event in the browser until the rows that the filter leaves are drawn."
    ]
  }
}

/** The list of domains as a person meets it: how soon it is there, and how fast it answers. */
export const dashboard: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
