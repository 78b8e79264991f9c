import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { AnsweredRequest, CheckWindow, Responses } from "./CheckWindow.ts"
import { domainOfUrl } from "./domainOf.ts"
import { type KnownSites, OtherSites, SelfTest } from "./SelfTest.ts"
import * as Guard from "./OwnNetworkGuard.ts"

const REQUESTED = 3
/** The number of sites to read from the database if this worker knows too few sites. */
const DRAWN = 16
/** The host under which the responses to self-tests are stored. It differs from the host of every silent check. */
const ANY_OTHER = ""
const NANOS_PER_MILLI = 1_000_000

/** A silent check whose verdict waits for a self-test. */
export interface SilentSite {
  readonly domain: string
  readonly url: string
  /** The longest time that the verdict may wait. The verdict is suppressed if no self-test has passed by then. */
  readonly decideWithinMs: number
  /** Checks the target again, and returns whether it responds. Undefined: its URL is requested. */
  readonly responds: Effect.Effect<boolean> | undefined
}

const HELD: Guard.OwnNetworkVerdict = { suppressed: true, network: "in_doubt" }
/** The decision that a verdict counts, because this worker's own network has been in doubt for too long. */
const LATE: Guard.OwnNetworkVerdict = { suppressed: false, network: "in_doubt" }

/** One self-test for all silent checks that end before the self-test begins. */
interface Round {
  readonly domains: Set<string>
  readonly begun: Deferred.Deferred<void>
  readonly ended: Deferred.Deferred<Guard.OwnNetwork>
}

export interface TestRounds {
  /**
   * Judges whether this worker's own network may be the reason for a silent check. Waits for a self-test if one is
   * needed.
   */
  readonly judge: (site: SilentSite) => Effect.Effect<Guard.OwnNetworkVerdict>
  readonly respond: (request: AnsweredRequest) => void
  readonly state: () => Guard.GuardState
  /** The last time at which a site responded, in milliseconds on the monotonic clock. Null: none has responded yet. */
  readonly respondedAt: () => number | null
  /**
   * Requests sites that were up. "works": one of them responds. If there are none, the resolver decides, unless it has
   * never answered: "unknown", as after a bug in the self-test. The state of the guard stays as it is.
   */
  readonly request: Effect.Effect<"works" | "silent" | "unknown">
}

interface Known {
  readonly policy: Guard.GuardPolicy
  readonly window: CheckWindow
  readonly responses: Responses
  /** The sites whose last check was successful. `silent` contains the sites that were up until a check was silent. */
  readonly responding: KnownSites
  readonly silent: KnownSites
}

export const makeTestRounds = Effect.fnUntraced(function* ({
  policy,
  responding,
  responses,
  silent,
  window
}: Known): Effect.fn.Return<TestRounds, never, SelfTest | OtherSites | Scope.Scope> {
  const selfTest = yield* SelfTest
  const otherSites = yield* OtherSites
  const scope = yield* Effect.scope
  const now = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / NANOS_PER_MILLI)
  let state = Guard.initial
  let running: Round | null = null
  let waiting: Round | null = null
  let respondedAt: number | null = null
  let hasResolved = false

  /** Chooses sites that are not silent. If there are none, chooses silent sites. */
  const sitesToRequest = Effect.fnUntraced(function* (excluded: ReadonlySet<string>) {
    const isOther = ([domain]: readonly [string, string]) => !excluded.has(domain) && !window.isSilent(domain)
    const known = responding.latest().filter(isOther)
    const drawn = known.length >= REQUESTED ? [] : yield* otherSites.sample(DRAWN)
    const others = new Map([...known, ...drawn.map((url) => [domainOfUrl(url), url] as const).filter(isOther)])
    const chosen = [...others].slice(0, REQUESTED)
    return chosen.length > 0
      ? { areSilent: false, sites: chosen }
      : { areSilent: true, sites: silent.latest().slice(0, REQUESTED) }
  })

  const test = Effect.fnUntraced(function* (subjects: ReadonlySet<string>) {
    const { areSilent, sites } = yield* sitesToRequest(subjects)
    const from = yield* now
    const findings = yield* selfTest.run(sites.map(([, url]) => url))
    const to = yield* now
    const domains = new Set([...subjects, ...sites.map(([domain]) => domain)])
    const hasReferences = findings.requested > sites.length
    const isAlone = domains.size < 2 && !hasReferences
    const passed = Guard.passes(findings, {
      isAlone,
      isSuspicious: Guard.isSuspicious(window.summary(to), policy)
    })
    if (findings.answered > 0) respondedAt = to
    if (findings.answered > 0 && !areSilent) responses.add({ host: ANY_OTHER, from, to })
    const wasFailing = Guard.isFailing(state)
    state = Guard.afterSelfTest(state, { from, to }, passed, policy)
    if (!passed && !wasFailing) {
      yield* Effect.logWarning(
        "The test of the worker's own network failed. Failed checks without any response do not count until it passes"
      ).pipe(Effect.annotateLogs({ ...findings }))
    }
    if (passed && wasFailing)
      yield* Effect.logInfo("The test of the worker's own network passed. All checks count again")
    if (!passed) return "in_doubt"
    return findings.answered > 0 && !isAlone ? "ok" : null
  })

  // An error in the self-test's own code says nothing about the network.
  const onDefect = (cause: Cause.Cause<never>) =>
    Effect.flatMap(now, (time) => {
      state = Guard.afterSelfTest(state, { from: time, to: time }, true, policy)
      return Effect.as(Effect.logError("The self-test failed with a defect", cause), null)
    })

  const run = Effect.fnUntraced(function* (round: Round) {
    if (running !== null) yield* Deferred.await(running.ended)
    const time = yield* now
    if (time < state.testNotBefore) yield* Effect.sleep(state.testNotBefore - time)
    waiting = null
    running = round
    yield* Deferred.succeed(round.begun, undefined)
    const found = yield* Effect.catchCause(test(round.domains), (cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : onDefect(cause)
    )
    running = null
    yield* Deferred.succeed(round.ended, found)
  })

  /**
   * Joins the next round of self-tests. The round begins immediately, unless another round is running or has just
   * ended.
   */
  const join = Effect.fnUntraced(function* (domain: string) {
    if (waiting === null) {
      const round = {
        domains: new Set<string>(),
        begun: yield* Deferred.make<void>(),
        ended: yield* Deferred.make<Guard.OwnNetwork>()
      }
      waiting = round
      round.domains.add(domain)
      yield* Effect.forkIn(run(round), scope)
      return round
    }
    waiting.domains.add(domain)
    return waiting
  })

  /**
   * Returns the round of self-tests that decides about a silent check, once that round has begun. If no round is
   * needed, returns the verdict.
   */
  const beginRound = Effect.fnUntraced(function* (domain: string) {
    if (running !== null) yield* Deferred.await(running.ended)
    const at = yield* now
    if (Guard.isFailing(state) && at < state.testNotBefore) return Guard.suppresses(state, at, policy) ? HELD : LATE
    // The network has been in doubt for too long, so the verdict counts whatever the result of the self-test is.
    const isLate = Guard.isFailing(state) && !Guard.suppresses(state, at, policy)
    const round = yield* join(domain)
    if (isLate) return LATE
    yield* Deferred.await(round.begun)
    return round
  })

  /**
   * Returns the verdict after a self-test. Reads the guard's state again, because a site may have responded in the
   * meantime.
   */
  const verdictAfter = (found: Guard.OwnNetwork) =>
    Effect.map(now, (time): Guard.OwnNetworkVerdict => {
      if (Guard.isFailing(state)) return Guard.suppresses(state, time, policy) ? HELD : LATE
      return { suppressed: false, network: found === "in_doubt" ? null : found }
    })

  const judge = Effect.fnUntraced(function* ({ decideWithinMs, domain, responds, url }: SilentSite) {
    const deadline = (yield* now) + decideWithinMs
    const inTime = <A>(answer: Effect.Effect<A>, tooLate: A) =>
      Effect.flatMap(now, (time) =>
        Effect.timeoutOrElse(answer, {
          duration: Math.max(0, deadline - time),
          orElse: () => Effect.succeed(tooLate)
        })
      )
    const round = yield* inTime<Round | Guard.OwnNetworkVerdict>(beginRound(domain), HELD)
    if ("suppressed" in round) return round
    const tested = inTime(Effect.flatMap(Deferred.await(round.ended), verdictAfter), HELD)
    const again = yield* Effect.forkChild(responds ?? selfTest.responds(url))
    // This result is used only after the self-test has passed. If the site has not responded by then, it counts as
    // silent.
    const responded = Effect.timeoutOrElse(Fiber.join(again), {
      duration: policy.graceMs,
      orElse: () => Effect.succeed(false)
    })
    return yield* tested.pipe(
      Effect.flatMap((verdict) =>
        verdict.suppressed
          ? Effect.succeed(verdict)
          : Effect.map(inTime(responded, false), (suppressed) => ({ ...verdict, suppressed }))
      ),
      Effect.ensuring(Fiber.interrupt(again))
    )
  })

  return {
    judge,
    respond: (request) => {
      respondedAt = request.to
      responses.add(request)
      state = Guard.afterResponse(state, request.from)
    },
    state: () => state,
    respondedAt: () => respondedAt,
    request: Effect.gen(function* () {
      const { areSilent, sites } = yield* sitesToRequest(new Set())
      const { answered, requested, resolverAnswers } = yield* selfTest.run(areSilent ? [] : sites.map(([, url]) => url))
      hasResolved ||= resolverAnswers
      if (answered > 0) respondedAt = yield* now
      if (answered > 0 || (requested === 0 && resolverAnswers)) return "works"
      return requested > 0 || hasResolved ? "silent" : "unknown"
    }).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.as(Effect.logError("The self-test failed with a defect", cause), "unknown" as const)
      )
    )
  }
})
