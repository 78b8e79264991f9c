import type { Claim } from "@mon/core-store"
import { registrableDomain } from "@mon/public-net"
import type { CheckResult, OutcomeCode } from "@mon/uptime-probe"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Gate from "./ConnectivityGate.ts"
import { makeLookWindow } from "./LookWindow.ts"
import { SelfTest } from "./SelfTest.ts"

/** Good looks that are remembered, one for each registrable domain. */
const REMEMBERED = 64
/** Of these, how many a self-test repeats. */
const REPEATED = 3
const NANOS_PER_MILLI = 1_000_000n

/** The DNS did answer: these say something about the name, never about our network. */
const answersOfTheDns: ReadonlySet<OutcomeCode> = new Set(["dns_nxdomain", "dns_nodata"])

/** Whether a look ended without a byte from the other side. */
export const isSilent = (look: Pick<CheckResult, "verdict" | "bytesReceived" | "outcome">): boolean =>
  look.verdict !== "up" && look.bytesReceived === 0 && !answersOfTheDns.has(look.outcome)

/** The own-connectivity gate (decisions section 3): whether failed looks may be this worker's own fault. */
export class Connectivity extends Context.Service<
  Connectivity,
  {
    /**
     * Takes a look into account and tells whether its verdict is to be held. A silent look waits for a self-test under
     * way, so at most for that test's deadline.
     */
    readonly judge: (claim: Pick<Claim, "url" | "hostname" | "state">, look: CheckResult) => Effect.Effect<boolean>
    /** Whether verdicts of silent looks are held now. */
    readonly holding: Effect.Effect<boolean>
  }
>()("@mon/checks/Connectivity") {
  static readonly layerNoDeps = (
    policy: Gate.GatePolicy = Gate.gatePolicy
  ): Layer.Layer<Connectivity, never, SelfTest> =>
    Layer.effect(
      Connectivity,
      Effect.gen(function* () {
        const selfTest = yield* SelfTest
        const scope = yield* Effect.scope
        const window = makeLookWindow(policy.windowMs)
        const goodUrls = new Map<string, string>()
        let state = Gate.initial
        let pending: Deferred.Deferred<void> | null = null

        const now = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / NANOS_PER_MILLI))

        const remember = (domain: string, url: string) => {
          goodUrls.delete(domain)
          goodUrls.set(domain, url)
          const [oldest] = goodUrls.keys()
          if (goodUrls.size > REMEMBERED && oldest !== undefined) goodUrls.delete(oldest)
        }

        const otherUrls = () =>
          [...goodUrls]
            .filter(([domain]) => !window.isSilent(domain))
            .slice(-REPEATED)
            .map(([, url]) => url)

        const test = Effect.gen(function* () {
          const was = state.failing
          const result = yield* selfTest.run(otherUrls())
          state = Gate.tested(state, yield* now, result.passed, policy)
          if (!result.passed && !was) {
            yield* Effect.logWarning("This worker's own network seems to be gone: verdicts are held").pipe(
              Effect.annotateLogs({ ...result })
            )
          }
          if (result.passed && was) yield* Effect.logInfo("This worker's own network is back")
        })

        // A test that breaks is no reason to doubt the verdicts.
        const broken = (cause: Cause.Cause<never>) =>
          Effect.flatMap(now, (time) => {
            state = Gate.tested(state, time, true, policy)
            return Effect.logError("The self-test broke", cause)
          })

        const judge = Effect.fnUntraced(function* (
          claim: Pick<Claim, "url" | "hostname" | "state">,
          look: CheckResult
        ) {
          const domain = registrableDomain(claim.hostname) ?? claim.hostname
          const silent = isSilent(look)
          const at = yield* now
          if (look.verdict === "up") remember(domain, claim.url)
          // What is down already says nothing new about our network.
          if (claim.state !== "down") window.add({ at, domain, silent: silent && claim.state === "up" })
          const step = Gate.looked(state, at, window.summary(at), policy)
          state = step.state
          if (step.startTest) {
            const done = yield* Deferred.make<void>()
            pending = done
            const answer = Effect.suspend(() => {
              pending = null
              return Deferred.succeed(done, undefined)
            })
            yield* Effect.forkIn(Effect.ensuring(Effect.catchCause(test, broken), answer), scope)
          }
          if (!silent || look.verdict !== "down") return false
          if (pending !== null) yield* Deferred.await(pending)
          return Gate.holds(state, yield* now, policy)
        })

        return Connectivity.of({ judge, holding: Effect.map(now, (time) => Gate.holds(state, time, policy)) })
      })
    )

  /** Never doubts: every verdict counts at once. */
  static readonly layerTrusting: Layer.Layer<Connectivity> = Layer.succeed(Connectivity, {
    judge: () => Effect.succeed(false),
    holding: Effect.succeed(false)
  })
}
