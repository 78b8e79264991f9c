import type { Claim } from "@mon/core-store"
import type { CheckResult } from "@mon/uptime-probe"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { Connectivity } from "../../src/ownNetwork/Connectivity.ts"
import { OtherSites, SelfTest } from "../../src/ownNetwork/SelfTest.ts"
import { check, claim } from "../fixtures.ts"

interface WorldOptions {
  /** The duration of a self-test, and of a request to a silent site. Default: no time. */
  readonly takesMs?: number
  /** The URLs of the sites in the database. */
  readonly stored?: ReadonlyArray<string>
  readonly references?: ReadonlyArray<string>
}

export const urlOf = (host: string) => `https://${host}/`
export const hostAt = (index: number) => `www.site${index}.example`

/** Makes a worker whose own network works or not, and sites of which some are down. */
export const makeWorld = ({ references = [], stored = [], takesMs }: WorldOptions = {}) => {
  const network = { works: true, resolver: true, breaks: false }
  const down = new Set<string>()
  const selfTests: Array<ReadonlyArray<string>> = []
  const requested: Array<string> = []
  const wait = takesMs === undefined ? Effect.void : Effect.sleep(takesMs)
  const responds = (url: string) => network.works && !down.has(new URL(url).hostname)
  const selfTest = Layer.succeed(SelfTest, {
    run: (urls) =>
      Effect.gen(function* () {
        selfTests.push(urls)
        yield* wait
        if (network.breaks) return yield* Effect.die(new Error("broken"))
        const all = [...urls, ...references]
        return { resolverAnswers: network.resolver, requested: all.length, answered: all.filter(responds).length }
      }),
    responds: (url) =>
      Effect.suspend(() => {
        requested.push(url)
        return Effect.as(wait, responds(url))
      })
  })
  const others = Layer.succeed(OtherSites, { sample: (limit) => Effect.succeed(stored.slice(0, limit)) })
  return { network, down, selfTests, requested, layer: Layer.provide(Connectivity.layerNoDeps(), [selfTest, others]) }
}

/** Reports a check that has just ended, and returns the judgement of the guard. */
export const verdictOf = (
  seen: CheckResult,
  host: string,
  state: Claim["state"] = "up",
  tookMs = 0,
  decideWithinMs = 10_000
) =>
  Effect.gen(function* () {
    const guard = yield* Connectivity
    const from = Number(yield* Clock.monotonicTimeNanos) / 1e6 - tookMs
    return yield* guard.judge(claim({ hostname: host, url: urlOf(host), state }), seen, { from, decideWithinMs })
  })

/** Reports a check that has just ended. Returns whether its verdict is suppressed. */
export const judge = (...seen: Parameters<typeof verdictOf>) =>
  Effect.map(verdictOf(...seen), ({ suppressed }) => suppressed)

export const overHosts = (from: number, to: number, seen: CheckResult, state: Claim["state"] = "up") =>
  Effect.forEach(
    Array.from({ length: to - from }, (_, index) => hostAt(from + index)),
    (host) => judge(seen, host, state),
    { concurrency: "unbounded" }
  )

/** Reports a successful check of each host, and lets a minute pass. */
export const upAMinuteAgo = (count: number) =>
  Effect.andThen(overHosts(0, count, check()), TestClock.adjust("1 minute"))
