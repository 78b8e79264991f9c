import { MonitorSchedule } from "@mon/core-store"
import { DnsResolver, probeResolver } from "@mon/dns/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TestFindings } from "./OwnNetworkGuard.ts"

export interface SelfTestOptions {
  /** The http(s) URLs of further sites to request (MON_REFERENCE_TARGETS). */
  readonly references: ReadonlyArray<string>
  /** The time limit of the whole test. Servers that have not responded by then count as silent. */
  readonly deadlineMs: number
}

/** The time limit of a self-test. It is long enough for two tries of the resolver and a slow handshake. */
const DEADLINE_MS = 5_000

export class SelfTest extends Context.Service<
  SelfTest,
  {
    /**
     * Queries the service's resolvers, and requests the given URLs and the reference targets. Ends as soon as one site
     * responds.
     */
    readonly run: (urls: ReadonlyArray<string>) => Effect.Effect<TestFindings>
    /** Whether a site responds with at least one byte. */
    readonly responds: (url: string) => Effect.Effect<boolean>
  }
>()("@mon/checks/SelfTest") {
  static readonly layerNoDeps = (
    options: Partial<SelfTestOptions> = {}
  ): Layer.Layer<SelfTest, never, DnsResolver | UptimeProbe> =>
    Layer.effect(
      SelfTest,
      Effect.gen(function* () {
        const { deadlineMs = DEADLINE_MS, references = [] } = options
        const resolver = yield* DnsResolver
        const probe = yield* UptimeProbe
        const inTime = Effect.timeoutOrElse({ duration: deadlineMs, orElse: () => Effect.succeed(false) })

        // A resolver that answers a query about the root zone with SERVFAIL cannot reach its upstream servers.
        const queriesResolver = Effect.map(
          probeResolver(resolver),
          ({ answers, reason }) => answers && reason !== "ServFail"
        )
        const responds = (url: string) =>
          inTime(Effect.map(probe.check({ url, timeoutMs: deadlineMs }), (check) => check.bytesReceived > 0))

        const countResponses = Effect.fnUntraced(function* (urls: ReadonlyArray<string>) {
          const first = yield* Deferred.make<void>()
          let answered = 0
          const requestAll = Effect.forEach(
            urls,
            Effect.fnUntraced(function* (url) {
              if (!(yield* responds(url))) return
              answered += 1
              yield* Deferred.succeed(first, undefined)
            }),
            { concurrency: "unbounded", discard: true }
          )
          yield* Effect.raceFirst(Deferred.await(first), requestAll)
          return answered
        })

        const run = Effect.fn("SelfTest.run")(function* (urls: ReadonlyArray<string>) {
          const sites = [...urls, ...references]
          const [resolverAnswers, answered] = yield* Effect.all([inTime(queriesResolver), countResponses(sites)], {
            concurrency: "unbounded"
          })
          return { resolverAnswers, requested: sites.length, answered }
        })
        return SelfTest.of({ run, responds })
      })
    )
}

/** Further sites for self-tests, in addition to the sites that this worker has checked recently. */
export class OtherSites extends Context.Service<
  OtherSites,
  {
    /** Returns the URLs of up to `limit` monitors that are up, in random order. */
    readonly sample: (limit: number) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@mon/checks/OtherSites") {
  /**
   * The sites from the schedule of all monitors. While the database is unavailable, there are none, and a worker knows
   * only the sites that it has checked.
   */
  static readonly layer: Layer.Layer<OtherSites, never, MonitorSchedule> = Layer.effect(
    OtherSites,
    Effect.map(MonitorSchedule, (schedule) =>
      OtherSites.of({ sample: (limit) => Effect.orElseSucceed(schedule.sampleUp(limit), () => []) })
    )
  )

  static readonly layerNone: Layer.Layer<OtherSites> = Layer.succeed(OtherSites, { sample: () => Effect.succeed([]) })
}

/** A list of sites with one URL per registrable domain. */
export interface KnownSites {
  readonly add: (domain: string, url: string) => void
  readonly remove: (domain: string) => void
  /** Returns the sites, the most recently added first. */
  readonly latest: () => ReadonlyArray<readonly [domain: string, url: string]>
}

/** Makes a list of at most `capacity` sites. If the list is full, the least recently added site is dropped. */
export const makeKnownSites = (capacity: number): KnownSites => {
  const urls = new Map<string, string>()
  return {
    add: (domain, url) => {
      urls.delete(domain)
      urls.set(domain, url)
      const [oldest] = urls.keys()
      if (urls.size > capacity && oldest !== undefined) urls.delete(oldest)
    },
    remove: (domain) => {
      urls.delete(domain)
    },
    latest: () => [...urls].toReversed()
  }
}
