import { DnsResolver, probeResolver } from "@mon/dns/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The result of a self-test. */
export interface SelfTestResult {
  readonly passed: boolean
  readonly resolverAnswers: boolean
  /** How many sites were requested, and how many of them responded. */
  readonly requested: number
  readonly answered: number
}

export interface SelfTestOptions {
  /** http(s) URLs of further sites to request (MON_REFERENCE_TARGETS). */
  readonly references: ReadonlyArray<string>
  /** The deadline of the whole test. Servers that have not responded by then count as silent. */
  readonly deadlineMs: number
}

/** Long enough for two tries of the resolver and a slow handshake. */
const DEADLINE_MS = 5_000

/** Whether this worker's own network works (decisions section 3). */
export class SelfTest extends Context.Service<
  SelfTest,
  {
    /** Queries our own resolvers and requests these URLs, which answered recently, and the reference targets. */
    readonly run: (urls: ReadonlyArray<string>) => Effect.Effect<SelfTestResult>
  }
>()("@mon/checks/SelfTest") {
  /** Passes when the resolvers answer and, if there are sites to request, at least one of them answers. */
  static readonly layerNoDeps = (
    options: Partial<SelfTestOptions> = {}
  ): Layer.Layer<SelfTest, never, DnsResolver | UptimeProbe> =>
    Layer.effect(
      SelfTest,
      Effect.gen(function* () {
        const { deadlineMs = DEADLINE_MS, references = [] } = options
        const resolver = yield* DnsResolver
        const probe = yield* UptimeProbe

        // A resolver that answers SERVFAIL for the root has lost its own upstream.
        const queriesResolver = Effect.map(
          probeResolver(resolver),
          ({ answers, reason }) => answers && reason !== "ServFail"
        )
        const answers = (url: string) =>
          Effect.map(probe.check({ url, timeoutMs: deadlineMs }), (check) => check.bytesReceived > 0)
        const inTime = Effect.timeoutOrElse({ duration: deadlineMs, orElse: () => Effect.succeed(false) })

        const run = Effect.fn("SelfTest.run")(function* (urls: ReadonlyArray<string>) {
          const sites = [...urls, ...references]
          const [resolverAnswers, ...responses] = yield* Effect.all(
            [queriesResolver, ...sites.map(answers)].map((part) => inTime(part)),
            { concurrency: "unbounded" }
          )
          const answered = responses.filter((received) => received).length
          return {
            passed: resolverAnswers === true && (sites.length === 0 || answered > 0),
            resolverAnswers: resolverAnswers === true,
            requested: sites.length,
            answered
          }
        })
        return SelfTest.of({ run })
      })
    )
}
