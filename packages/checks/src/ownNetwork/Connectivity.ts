import type { Claim } from "@mon/core-store"
import { registrableDomain } from "@mon/public-net"
import type { CheckResult, OutcomeCode } from "@mon/uptime-probe"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Guard from "./OwnNetworkGuard.ts"
import { makeCheckWindow } from "./CheckWindow.ts"
import { SelfTest } from "./SelfTest.ts"

/** How many URLs of recent successful checks to remember, one per registrable domain. */
const REMEMBERED = 64
/** How many of them a self-test requests. */
const REPEATED = 3
const NANOS_PER_MILLI = 1_000_000n

/** The DNS answered: these outcomes say something about the name, not about our network. */
const DNS_ANSWERS: ReadonlySet<OutcomeCode> = new Set(["dns_nxdomain", "dns_nodata"])

/** Whether a check failed without receiving a byte. */
export const isSilent = (check: Pick<CheckResult, "verdict" | "bytesReceived" | "outcome">): boolean =>
  check.verdict !== "up" && check.bytesReceived === 0 && !DNS_ANSWERS.has(check.outcome)

/**
 * The own-connectivity gate (decisions section 3): suppresses verdicts while the cause may be this worker's own
 * network.
 */
export class Connectivity extends Context.Service<
  Connectivity,
  {
    /**
     * Takes a check into account and returns whether its verdict must be suppressed. A silent check waits for a
     * self-test that is running, so at most for that test's deadline.
     */
    readonly judge: (claim: Pick<Claim, "url" | "hostname" | "state">, check: CheckResult) => Effect.Effect<boolean>
    /** Whether verdicts of silent checks are currently suppressed. */
    readonly suppressing: Effect.Effect<boolean>
  }
>()("@mon/checks/Connectivity") {
  static readonly layerNoDeps = (
    policy: Guard.GuardPolicy = Guard.guardPolicy
  ): Layer.Layer<Connectivity, never, SelfTest> =>
    Layer.effect(
      Connectivity,
      Effect.gen(function* () {
        const selfTest = yield* SelfTest
        const scope = yield* Effect.scope
        const window = makeCheckWindow(policy.windowMs)
        const goodUrls = new Map<string, string>()
        let state = Guard.initial
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
          const wasFailing = state.failing
          const result = yield* selfTest.run(otherUrls())
          state = Guard.afterSelfTest(state, yield* now, result.passed, policy)
          if (!result.passed && !wasFailing) {
            yield* Effect.logWarning("Self-test failed; verdicts of silent checks are suppressed").pipe(
              Effect.annotateLogs({ ...result })
            )
          }
          if (result.passed && wasFailing) yield* Effect.logInfo("Self-test passed; verdicts count again")
        })

        // A defect in the self-test says nothing about the network.
        const onDefect = (cause: Cause.Cause<never>) =>
          Effect.flatMap(now, (time) => {
            state = Guard.afterSelfTest(state, time, true, policy)
            return Effect.logError("The self-test failed with a defect", cause)
          })

        const judge = Effect.fnUntraced(function* (
          claim: Pick<Claim, "url" | "hostname" | "state">,
          check: CheckResult
        ) {
          const domain = registrableDomain(claim.hostname) ?? claim.hostname
          const silent = isSilent(check)
          const at = yield* now
          if (check.verdict === "up") remember(domain, claim.url)
          // A monitor that was already down says nothing new about our network.
          if (claim.state !== "down") window.add({ at, domain, silent: silent && claim.state === "up" })
          const step = Guard.afterCheck(state, at, window.summary(at), policy)
          state = step.state
          if (step.startTest) {
            const done = yield* Deferred.make<void>()
            pending = done
            const finish = Effect.suspend(() => {
              pending = null
              return Deferred.succeed(done, undefined)
            })
            yield* Effect.forkIn(Effect.ensuring(Effect.catchCause(test, onDefect), finish), scope)
          }
          if (!silent || check.verdict !== "down") return false
          if (pending !== null) yield* Deferred.await(pending)
          return Guard.suppresses(state, yield* now, policy)
        })

        return Connectivity.of({ judge, suppressing: Effect.map(now, (time) => Guard.suppresses(state, time, policy)) })
      })
    )

  /** Suppresses nothing: every verdict counts. */
  static readonly layerTrusting: Layer.Layer<Connectivity> = Layer.succeed(Connectivity, {
    judge: () => Effect.succeed(false),
    suppressing: Effect.succeed(false)
  })
}
