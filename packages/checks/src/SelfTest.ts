import { DnsResolver, probeResolver } from "@mon/dns/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What a self-test found. */
export interface SelfTestResult {
  readonly passed: boolean
  readonly resolverAnswers: boolean
  /** Sites that were asked, and how many of them sent something. */
  readonly asked: number
  readonly heard: number
}

export interface SelfTestOptions {
  /** http(s) URLs of sites that are looked at besides (MON_REFERENCE_TARGETS). */
  readonly references: ReadonlyArray<string>
  /** Longest time for the whole test; what has not answered by then has not answered. */
  readonly deadlineMs: number
}

/** Long enough for two tries of the resolver and a slow handshake. */
const DEADLINE_MS = 5_000

/** Whether this worker's own network works (decisions section 3). */
export class SelfTest extends Context.Service<
  SelfTest,
  {
    /** Asks the own resolvers, and looks at these URLs, which answered lately, and at the reference targets. */
    readonly run: (urls: ReadonlyArray<string>) => Effect.Effect<SelfTestResult>
  }
>()("@mon/checks/SelfTest") {
  /** Passes when the resolvers answer, and one of the sites does where there is any to ask. */
  static readonly layerNoDeps = (
    options: Partial<SelfTestOptions> = {}
  ): Layer.Layer<SelfTest, never, DnsResolver | UptimeProbe> =>
    Layer.effect(
      SelfTest,
      Effect.gen(function* () {
        const { deadlineMs = DEADLINE_MS, references = [] } = options
        const resolver = yield* DnsResolver
        const probe = yield* UptimeProbe

        // A resolver that answers SERVFAIL for the root has lost its own way out.
        const asksResolver = Effect.map(
          probeResolver(resolver),
          ({ answers, reason }) => answers && reason !== "ServFail"
        )
        const hears = (url: string) =>
          Effect.map(probe.check({ url, timeoutMs: deadlineMs }), (look) => look.bytesReceived > 0)
        const inTime = Effect.timeoutOrElse({ duration: deadlineMs, orElse: () => Effect.succeed(false) })

        const run = Effect.fn("SelfTest.run")(function* (urls: ReadonlyArray<string>) {
          const sites = [...urls, ...references]
          const [resolverAnswers, ...answers] = yield* Effect.all(
            [asksResolver, ...sites.map(hears)].map((part) => inTime(part)),
            { concurrency: "unbounded" }
          )
          const heard = answers.filter((answered) => answered).length
          return {
            passed: resolverAnswers === true && (sites.length === 0 || heard > 0),
            resolverAnswers: resolverAnswers === true,
            asked: sites.length,
            heard
          }
        })
        return SelfTest.of({ run })
      })
    )
}
