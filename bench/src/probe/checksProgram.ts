import process from "node:process"
import { type DnsAnswer, DnsResolver, type RecordType } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import type { ContentMemory, Expectation } from "@mon/uptime-probe"
import { type CheckResult, UptimeProbe } from "@mon/uptime-probe/effect"
import { Effect, Layer, ManagedRuntime } from "effect"
import { answer } from "../harness/Child.ts"

export interface ChecksAsked {
  readonly url: string
  readonly count: number
  readonly concurrency: number
  /** Whether each check evaluates ten expectations. Default: false. */
  readonly hasExpectations?: boolean
  /** Whether the content is judged, with what earlier checks have learned. Default: as probes do without a memory. */
  readonly judgesContent?: boolean
}

export interface WaitsAsked {
  readonly urls: ReadonlyArray<string>
  readonly concurrency: number
}

/** The process that checks through `@mon/uptime-probe/effect`. */
export type Checks = {
  /** `rootPem` is trusted besides the default roots. */
  readonly open: (trust: { readonly rootPem: string }) => Promise<void>
  /**
   * Rejects when a check did not find a good page (over https: with a valid certificate). Returns the elapsed
   * milliseconds.
   */
  readonly check: (asked: ChecksAsked) => Promise<number>
  /** Checks a URL as often as it takes to learn what its content is like. Returns how often that was. */
  readonly learn: (page: { readonly url: string }) => Promise<number>
  /** Checks each URL once. Returns for each the milliseconds from the request to the first byte. */
  readonly waits: (asked: WaitsAsked) => Promise<ReadonlyArray<number>>
  /** Collects garbage and returns the kB of the JavaScript heap in use afterwards. */
  readonly collect: (none: null) => Promise<number>
}

const TIMEOUT_MS = 20_000
const HABIT = 31

const facts = {
  status: "nodata",
  records: [],
  cnames: [],
  ttl: null,
  authenticated: null,
  server: null,
  transport: "system",
  durationMs: 0
} as const

const addressOf = (name: string): DnsAnswer<"A"> => ({
  ...facts,
  name,
  type: "A",
  status: "ok",
  records: [{ address: "127.0.0.1", ttl: 300 }]
})

/** Resolves every name from memory: queries to a name server are not part of this measurement. */
const layerMemory = Layer.succeed(DnsResolver, {
  query: <T extends RecordType>(name: string, type: T) =>
    // The answer to the question for addresses has records of that type; every other one has none.
    Effect.succeed(type === "A" ? (addressOf(name) as DnsAnswer as DnsAnswer<T>) : { ...facts, name, type })
})

const layer = (rootPem: string) =>
  UptimeProbe.layerNoDeps({ extraCa: [rootPem] }).pipe(
    Layer.provide([layerMemory, NetworkPolicy.layer({ allow: ["127.0.0.0/8"] })])
  )

/** One of each kind, and two texts. All hold for the page. */
const tenExpectations: ReadonlyArray<Expectation> = [
  { status: "200-299" },
  { text: "doctype" },
  { text: "In stock", absent: true },
  { matches: "<!doctype [a-z]+>" },
  { header: "content-type", contains: "html" },
  { header: "content-length", matches: "^\\d+$" },
  { responseTimeMs: TIMEOUT_MS },
  { minimumBytes: 100 },
  { maximumBytes: 100_000 },
  { ipVersion: 4 }
]

let runtime: ManagedRuntime.ManagedRuntime<UptimeProbe, never> | undefined

const requireUp = ({ certificate, message, outcome, statusCode, url }: CheckResult): void => {
  const secure = url.startsWith("https:")
  if (outcome === "ok" && statusCode === 200 && (certificate !== null) === secure && certificate?.valid !== false)
    return
  throw new Error(`The check of ${url} ended with ${outcome}: ${message} ${certificate?.problems.join(", ") ?? ""}`)
}

/** What thirty checks of the page have learned. */
let habit: ContentMemory | null = null

answer<Checks>({
  open: async ({ rootPem }) => {
    runtime = ManagedRuntime.make(layer(rootPem))
    await runtime.runPromise(Effect.void)
  },
  check: async ({ concurrency, count, hasExpectations = false, judgesContent, url }) => {
    const started = performance.now()
    const options = {
      ...(hasExpectations ? { expect: tenExpectations } : {}),
      ...(judgesContent === false ? { contentFaults: "off" as const } : {})
    }
    await runtime?.runPromise(
      Effect.gen(function* () {
        const probe = yield* UptimeProbe
        const check = (contentMemory: ContentMemory | null) =>
          Effect.tap(probe.check({ url, timeoutMs: TIMEOUT_MS, contentMemory, ...options }), (result) =>
            Effect.sync(() => requireUp(result))
          )
        const one = Effect.suspend(() => check(judgesContent === true ? habit : null))
        yield* Effect.forEach(Array.from({ length: count }), () => one, { concurrency, discard: true })
      })
    )
    return performance.now() - started
  },
  learn: async ({ url }) => {
    for (let count = 0; count < HABIT; count++) {
      const request = { url, timeoutMs: TIMEOUT_MS, contentMemory: habit }
      const result = await runtime?.runPromise(Effect.flatMap(UptimeProbe, (probe) => probe.check(request)))
      if (result !== undefined) requireUp(result)
      habit = result?.content?.memory ?? null
    }
    return HABIT
  },
  waits: async ({ concurrency, urls }) => {
    if (runtime === undefined) throw new Error("No probe is open.")
    return runtime.runPromise(
      Effect.gen(function* () {
        const probe = yield* UptimeProbe
        const waitAt = (url: string) =>
          Effect.map(probe.check({ url, timeoutMs: TIMEOUT_MS }), (result) => {
            requireUp(result)
            return (result.timings.waitUs ?? Number.NaN) / 1_000
          })
        return yield* Effect.forEach(urls, waitAt, { concurrency })
      })
    )
  },
  collect: async () => {
    await globalThis.gc?.()
    return process.memoryUsage().heapUsed / 1024
  }
})
