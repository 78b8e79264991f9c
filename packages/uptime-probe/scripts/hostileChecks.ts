import { fork } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { parseArgs } from "node:util"
import { makeAddressPolicy } from "@mon/public-net"
import { type CheckResult, makeProbe } from "../src/index.ts"
import { timeouts } from "../src/Outcome.ts"
import { hostileCases } from "./HostileCases.ts"
import type { HostileSites } from "./hostileSites.ts"

/**
 * Checks hostile servers many thousand times, and measures the memory that each check leaks. The exit code is 1 if an
 * outcome is not the expected outcome, or if the memory grows by more than the limit.
 */
const { values } = parseArgs({
  options: {
    checks: { type: "string" },
    settled: { type: "string" },
    concurrency: { type: "string" },
    only: { type: "string" }
  }
})
const checks = Number(values.checks ?? 20_000)
const settled = Number(values.settled ?? checks / 4)
const concurrency = Number(values.concurrency ?? 16)

/** The maximum resident memory that a check may leak, in kB. */
const LIMIT_KB = 0.5
/**
 * The time limit of checks of servers that stall. All other checks have a longer limit, so that a busy machine changes
 * no outcome.
 */
const STALL_TIMEOUT_MS = 100
const TIMEOUT_MS = 10_000
/** The maximum time between the time limit of a check and its end, in milliseconds. */
const GRACE_MS = 1_000
const READINGS = 200
const MIN_STEP = 100
/** The number of readings that the program prints. */
const SHOWN = 20

/** Returns the slope of the line through the points, by the method of least squares. */
const slope = (points: ReadonlyArray<readonly [number, number]>): number => {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)]
  const over = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0)
  return over / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
}

const sites = fork(new URL("./hostileSites.ts", import.meta.url), {
  execArgv: process.execArgv.filter((flag) => flag !== "--expose-gc")
})
const [servers] = (await once(sites, "message")) as [HostileSites]
const all = hostileCases().map((hostile, index) => {
  const port = servers.ports[index] ?? 0
  return {
    ...hostile,
    url: `${hostile.secure ? "https" : "http"}://hostile.example.com:${port}/`,
    timeoutMs: hostile.outcome.endsWith("timeout") ? STALL_TIMEOUT_MS : TIMEOUT_MS
  }
})

const cases = all.filter(({ name }) => name.includes(values.only ?? ""))

const probe = makeProbe({
  extraCa: [servers.rootPem],
  policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
  dns: {
    resolveAddresses: () => Promise.resolve({ status: "ok", addresses: ["127.0.0.1"] }),
    probe: () => Promise.resolve({ answers: true, reason: null, detail: "" })
  }
})

const wrong = new Map<string, number>()
let delayed = 0
let early = 0
let latestMs = 0

const assess = (hostile: (typeof cases)[number], result: CheckResult, tookMs: number) => {
  // If the event loop was delayed, the result has `delayed` set, and its verdict is unknown.
  if (result.outcome === "prober_fault" && result.delayed) delayed += 1
  // On a busy machine, the time limit can pass before the server reaches the point at which it stalls.
  else if (timeouts.has(result.outcome) && timeouts.has(hostile.outcome) && result.outcome !== hostile.outcome)
    early += 1
  else if (result.outcome !== hostile.outcome)
    wrong.set(
      `${hostile.name}: ${result.outcome} (${result.message})`,
      (wrong.get(`${hostile.name}: ${result.outcome} (${result.message})`) ?? 0) + 1
    )
  if (!result.delayed) latestMs = Math.max(latestMs, tookMs - hostile.timeoutMs)
}

const worker = async (next: () => number | null) => {
  for (let turn = next(); turn !== null; turn = next()) {
    const hostile = cases[turn % cases.length]
    if (hostile === undefined) return
    const begun = performance.now()
    const result = await probe.check({ url: hostile.url, timeoutMs: hostile.timeoutMs })
    assess(hostile, result, performance.now() - begun)
  }
}

const checkUntil = async (from: number, end: number) => {
  let turn = from
  const next = () => (turn < end ? turn++ : null)
  await Promise.all(Array.from({ length: concurrency }, () => worker(next)))
}

const readings: Array<{ readonly at: number; readonly residentKb: number; readonly heapKb: number }> = []
const step = Math.max(MIN_STEP, Math.round(checks / READINGS))
const started = performance.now()
for (let done = 0; done < checks; done += step) {
  await checkUntil(done, Math.min(checks, done + step))
  await globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  readings.push({ at: Math.min(checks, done + step), residentKb: rss / 1024, heapKb: heapUsed / 1024 })
}
const seconds = (performance.now() - started) / 1000
sites.disconnect()

const late = readings.filter(({ at }) => at >= settled)
const growth = {
  resident: slope(late.map(({ at, residentKb }) => [at, residentKb])),
  heap: slope(late.map(({ at, heapKb }) => [at, heapKb]))
}
const measured = checks >= 20_000
console.log(
  `${checks} checks of ${cases.length} kinds of hostile servers, ${concurrency} at once, in ${seconds.toFixed(1)} s`
)
console.log(
  `resident ${readings
    .filter((_, index) => index % Math.ceil(readings.length / SHOWN) === 0)
    .map(({ residentKb }) => Math.round(residentKb / 1024))
    .join(" ")} MB`
)
console.log(
  `growth after ${settled} checks: resident ${growth.resident.toFixed(3)} kB, heap ${growth.heap.toFixed(3)} kB per check${measured ? "" : " (too short a run to say anything)"}`
)
console.log(
  `latest end: ${Math.round(latestMs)} ms after its limit; ${delayed} without a verdict because the event loop was delayed, ${early} that timed out in an earlier phase`
)
for (const [what, count] of wrong) console.log(`WRONG ${count} times: ${what}`)
process.exitCode = wrong.size > 0 || latestMs > GRACE_MS || (measured && growth.resident > LIMIT_KB) ? 1 : 0
