import type { Claim } from "@mon/core-store"
import type { CheckResult, OutcomeCode } from "@mon/uptime-probe"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Guard from "./OwnNetworkGuard.ts"
import { makeCheckWindow, makeResponses } from "./CheckWindow.ts"
import { domainOf } from "./domainOf.ts"
import { makeKnownSites, type OtherSites, type SelfTest } from "./SelfTest.ts"
import { makeTestRounds } from "./TestRounds.ts"

/** The number of recently checked sites that are kept in memory, with one URL per registrable domain. */
const REMEMBERED = 64
const NANOS_PER_MILLI = 1_000_000
/** The time for which a response of a site, or a test, shows that the network works. Milliseconds. */
const FRESH_MS = 10_000
/** The time after which a doubt counts as over if nothing has tested the network again. Milliseconds. */
const DOUBT_MS = 60_000
/**
 * The longest time before a doubt that counts as lost, in milliseconds. If checks are rare, the last response says
 * little about the time at which the network broke.
 */
const MOST_LOST_MS = 300_000

/**
 * The outcomes in which the DNS answered. They say something about the name, but nothing about this worker's own
 * network.
 */
const DNS_ANSWERS: ReadonlySet<OutcomeCode> = new Set(["dns_nxdomain", "dns_nodata"])

/** A time in which the network may not work. Milliseconds on the monotonic clock. */
interface Doubt {
  readonly beganAt: number
  /** The last time at which the network worked. */
  readonly brokenAt: number
  readonly testedAt: number
}

/** The facts of a check by which it is judged. */
export type JudgedCheck = Pick<CheckResult, "verdict" | "bytesReceived" | "outcome">

/** Whether a check failed without receiving a byte. */
export const isSilent = (check: JudgedCheck): boolean =>
  check.verdict !== "up" && check.bytesReceived === 0 && !DNS_ANSWERS.has(check.outcome)

/** The decision that the verdict of a check counts. Nothing is known about this worker's own network. */
const COUNTS: Guard.OwnNetworkVerdict = { suppressed: false, network: null }
const PROVEN: Guard.OwnNetworkVerdict = { suppressed: false, network: "ok" }

/** The start of a check, in milliseconds on the monotonic clock, and the longest time that its verdict may wait. */
export interface CheckTimes {
  readonly from: number
  /**
   * Checks the target again, and returns whether it responds. Absent: the target is a site whose URL can be requested,
   * also in later self-tests.
   */
  readonly responds?: Effect.Effect<boolean>
  /** The longest time that the verdict may wait. The verdict is suppressed if no self-test has passed by then. */
  readonly decideWithinMs: number
}

/**
 * The own-network guard: suppresses `down` verdicts of silent checks as long as this worker's own network may be their
 * cause.
 *
 * It follows the specification and adds one rule, because the window of a small installation contains too few checks. A
 * silent check counts only if another site responded during the check. Otherwise, a self-test must pass while the
 * silent site is requested again and does not respond.
 */
export class Connectivity extends Context.Service<
  Connectivity,
  {
    /**
     * Adds a check to the window. Returns whether its verdict must be suppressed, and the state of this worker's own
     * network. Only the verdict of a silent check waits, and only if no other site responded during the check.
     */
    readonly judge: (
      claim: Pick<Claim, "url" | "hostname" | "state">,
      check: JudgedCheck,
      times: CheckTimes
    ) => Effect.Effect<Guard.OwnNetworkVerdict>
    readonly suppressing: Effect.Effect<boolean>
    /** Whether this worker's own network is in doubt. The result is only shown to people. */
    readonly inDoubt: Effect.Effect<boolean>
    /**
     * Whether a ping that has not arrived counts as missing: this worker's own network works, or has been in doubt for
     * too long. If no site has responded in the last seconds, requests sites that were up. False after a doubt until
     * `recordLoss` has recorded it.
     */
    readonly works: Effect.Effect<boolean>
    /**
     * If the network works again after a doubt, calls `record` with the time since it last worked, in milliseconds. A
     * doubt that has ended without a response of a site is not a loss.
     */
    readonly recordLoss: <E, R>(record: (ms: number) => Effect.Effect<void, E, R>) => Effect.Effect<void, E, R>
  }
>()("@mon/checks/Connectivity") {
  static readonly layerNoDeps = (
    policy: Guard.GuardPolicy = Guard.guardPolicy
  ): Layer.Layer<Connectivity, never, SelfTest | OtherSites> =>
    Layer.effect(
      Connectivity,
      Effect.gen(function* () {
        const window = makeCheckWindow(policy.windowMs)
        const responses = makeResponses()
        const responding = makeKnownSites(REMEMBERED)
        const silent = makeKnownSites(REMEMBERED)
        const rounds = yield* makeTestRounds({ policy, window, responses, responding, silent })
        const now = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / NANOS_PER_MILLI)

        const judge = Effect.fnUntraced(function* (
          claim: Pick<Claim, "url" | "hostname" | "state">,
          check: JudgedCheck,
          { decideWithinMs, from, responds }: CheckTimes
        ): Effect.fn.Return<Guard.OwnNetworkVerdict> {
          const domain = domainOf(claim.hostname)
          const failedSilently = isSilent(check)
          const at = yield* now
          const times = { host: claim.hostname, from, to: at }
          if (check.bytesReceived > 0) rounds.respond(times)
          if (check.verdict === "up") {
            if (responds === undefined) responding.add(domain, claim.url)
            silent.remove(domain)
          }
          // A failed check of a monitor that was already down says nothing new about this worker's own network.
          if (claim.state !== "down") {
            window.add({ at, domain, silent: failedSilently && claim.state === "up" })
            if (failedSilently && claim.state === "up" && responds === undefined) silent.add(domain, claim.url)
          }
          if (!failedSilently || check.verdict !== "down") return COUNTS
          // In a suspicious window, the response of another site proves nothing: the network may have recovered during
          // this check.
          const isProven = responses.contradict(times) && !Guard.isSuspicious(window.summary(at), policy)
          if (claim.state !== "down")
            return isProven ? PROVEN : yield* rounds.judge({ domain, url: claim.url, decideWithinMs, responds })
          if (!Guard.isFailing(rounds.state())) return isProven ? PROVEN : COUNTS
          return { suppressed: Guard.suppresses(rounds.state(), at, policy), network: "in_doubt" }
        })

        let doubt: Doubt | null = null
        let lossFrom: number | null = null
        // After a doubt that was too long, nothing raises another one before a site has responded.
        let exhaustedAt: number | null = null

        const begin = (at: number) => {
          const respondedAt = rounds.respondedAt() ?? at
          const brokenAt = Math.max(at - MOST_LOST_MS, Math.min(at, respondedAt))
          doubt = { beganAt: doubt?.beganAt ?? at, brokenAt: doubt?.brokenAt ?? brokenAt, testedAt: at }
        }
        const end = () => {
          if (doubt !== null) lossFrom = Math.min(lossFrom ?? doubt.brokenAt, doubt.brokenAt)
          doubt = null
        }

        /** Updates the doubt from the responses of sites and the self-tests since the last call. */
        const refresh = (at: number) => {
          const state = rounds.state()
          const respondedAt = rounds.respondedAt()
          if (doubt !== null && respondedAt !== null && respondedAt > doubt.beganAt) end()
          if (exhaustedAt !== null && respondedAt !== null && respondedAt > exhaustedAt) exhaustedAt = null
          if (Guard.suppresses(state, at, policy)) return begin(at)
          if (doubt === null) return
          const isTooLong = at >= doubt.beganAt + policy.suppressMs || Guard.isFailing(state)
          if (isTooLong) exhaustedAt = at
          if (isTooLong || doubt.testedAt < at - DOUBT_MS) doubt = null
        }

        const test = Effect.gen(function* () {
          const at = yield* now
          refresh(at)
          if (lossFrom !== null) return false
          if (Guard.isFailing(rounds.state())) return doubt === null
          const respondedAt = rounds.respondedAt()
          if (respondedAt !== null && respondedAt > at - FRESH_MS) return true
          const found = yield* rounds.request
          if (found === "works") {
            end()
            exhaustedAt = null
          }
          if (found === "silent" && exhaustedAt === null) begin(at)
          refresh(yield* now)
          return doubt === null && lossFrom === null
        })

        const recordLoss = Effect.fnUntraced(function* <E, R>(record: (ms: number) => Effect.Effect<void, E, R>) {
          const at = yield* now
          refresh(at)
          const from = lossFrom
          if (from === null) return
          yield* record(Math.round(at - from))
          if (lossFrom === from) lossFrom = null
        })

        return Connectivity.of({
          judge: (claim, check, times) => Effect.tap(judge(claim, check, times), Effect.map(now, refresh)),
          suppressing: Effect.map(now, (time) => Guard.suppresses(rounds.state(), time, policy)),
          inDoubt: Effect.map(now, (at) => {
            refresh(at)
            return doubt !== null
          }),
          works: yield* Effect.cachedWithTTL(test, FRESH_MS / 2),
          recordLoss
        })
      })
    )

  /** A guard that never suppresses a verdict. */
  static readonly trusting: Context.Service.Shape<typeof Connectivity> = {
    judge: () => Effect.succeed(COUNTS),
    suppressing: Effect.succeed(false),
    inDoubt: Effect.succeed(false),
    works: Effect.succeed(true),
    recordLoss: () => Effect.void
  }

  static readonly layerTrusting: Layer.Layer<Connectivity> = Layer.succeed(Connectivity, Connectivity.trusting)
}
