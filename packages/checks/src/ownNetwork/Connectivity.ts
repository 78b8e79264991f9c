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

/** Whether a check failed without receiving a byte. */
export const isSilent = (check: Pick<CheckResult, "verdict" | "bytesReceived" | "outcome">): boolean =>
  check.verdict !== "up" && check.bytesReceived === 0 && !DNS_ANSWERS.has(check.outcome)

/** The decision that the verdict of a check counts. Nothing is known about this worker's own network. */
const COUNTS: Guard.OwnNetworkVerdict = { suppressed: false, network: null }
const PROVEN: Guard.OwnNetworkVerdict = { suppressed: false, network: "ok" }

/** The start of a check, in milliseconds on the monotonic clock, and the longest time that its verdict may wait. */
export interface CheckTimes {
  readonly from: number
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
      check: CheckResult,
      times: CheckTimes
    ) => Effect.Effect<Guard.OwnNetworkVerdict>
    /** Whether verdicts of silent checks are currently suppressed. */
    readonly suppressing: Effect.Effect<boolean>
    /**
     * Whether a ping that has not arrived counts as missing: this worker's own network works, or has been in doubt for
     * too long. If no site has responded in the last seconds, requests sites that were up, and queries the resolver.
     */
    readonly works: Effect.Effect<boolean>
    /** The time since the network last worked, in milliseconds, if it is in doubt. Null: it is not in doubt. */
    readonly lostMs: Effect.Effect<number | null>
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
          check: CheckResult,
          { decideWithinMs, from }: CheckTimes
        ): Effect.fn.Return<Guard.OwnNetworkVerdict> {
          const domain = domainOf(claim.hostname)
          const failedSilently = isSilent(check)
          const at = yield* now
          const times = { host: claim.hostname, from, to: at }
          if (check.bytesReceived > 0) rounds.respond(times)
          if (check.verdict === "up") {
            responding.add(domain, claim.url)
            silent.remove(domain)
          }
          // A failed check of a monitor that was already down says nothing new about this worker's own network.
          if (claim.state !== "down") {
            window.add({ at, domain, silent: failedSilently && claim.state === "up" })
            if (failedSilently && claim.state === "up") silent.add(domain, claim.url)
          }
          if (!failedSilently || check.verdict !== "down") return COUNTS
          // In a suspicious window, the response of another site proves nothing: the network may have recovered during
          // this check.
          const isProven = responses.contradict(times) && !Guard.isSuspicious(window.summary(at), policy)
          if (claim.state !== "down")
            return isProven ? PROVEN : yield* rounds.judge({ domain, url: claim.url, decideWithinMs })
          if (!Guard.isFailing(rounds.state())) return isProven ? PROVEN : COUNTS
          return { suppressed: Guard.suppresses(rounds.state(), at, policy), network: "in_doubt" }
        })

        let doubt: { readonly since: number; readonly testedAt: number } | null = null

        const test = Effect.gen(function* () {
          const at = yield* now
          if (Guard.isFailing(rounds.state())) return !Guard.suppresses(rounds.state(), at, policy)
          const respondedAt = rounds.respondedAt()
          if ((respondedAt !== null && respondedAt > at - FRESH_MS) || (yield* rounds.request)) {
            doubt = null
            return true
          }
          const isNew = doubt === null || doubt.testedAt < at - DOUBT_MS
          doubt = { since: isNew || doubt === null ? at : doubt.since, testedAt: yield* now }
          return doubt.testedAt >= doubt.since + policy.suppressMs
        })

        const doubtedSince = (at: number): number | null => {
          const { failingSince } = rounds.state()
          if (failingSince !== null) return Guard.suppresses(rounds.state(), at, policy) ? failingSince : null
          if (doubt === null || doubt.testedAt < at - DOUBT_MS) return null
          return at < doubt.since + policy.suppressMs ? doubt.since : null
        }

        const lostMs = Effect.map(now, (at) => {
          const since = doubtedSince(at)
          if (since === null) return null
          return Math.round(at - Math.max(since - MOST_LOST_MS, Math.min(since, rounds.respondedAt() ?? since)))
        })

        return Connectivity.of({
          judge,
          suppressing: Effect.map(now, (time) => Guard.suppresses(rounds.state(), time, policy)),
          works: yield* Effect.cachedWithTTL(test, FRESH_MS / 2),
          lostMs
        })
      })
    )

  /** A guard that never suppresses a verdict. */
  static readonly trusting: Context.Service.Shape<typeof Connectivity> = {
    judge: () => Effect.succeed(COUNTS),
    suppressing: Effect.succeed(false),
    works: Effect.succeed(true),
    lostMs: Effect.succeed(null)
  }

  static readonly layerTrusting: Layer.Layer<Connectivity> = Layer.succeed(Connectivity, Connectivity.trusting)
}
