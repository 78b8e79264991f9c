import { EmailHealthReports, type StoreError } from "@mon/core-store"
import { EmailHealth, type EmailHealthReport } from "@mon/email-health/effect"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberMap from "effect/FiberMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import { EmailHealthUnavailable } from "./EmailHealthUnavailable.ts"

export interface AnswerLimits {
  /** Checks that run at once in this process. */
  readonly concurrency: number
  /** Checks that wait for their turn; what comes then is turned away. */
  readonly waiting: number
  /** How long a check may run; the engine keeps 20 s by itself. */
  readonly deadlineMs: number
  /** How long a check may wait for its turn. */
  readonly patienceMs: number
  /** How often is asked whether another process has made the report. */
  readonly pollMs: number
}

/** 32 checks of 220 queries each are what the resolver is made for. */
export const answerLimits: AnswerLimits = {
  concurrency: 32,
  waiting: 256,
  deadlineMs: 25_000,
  patienceMs: 20_000,
  pollMs: 200
}

/** On top of both, so that the turn of a check that still runs is not given away. */
const TURN_MARGIN_MS = 15_000

/** Larger reports, which only a hostile zone can cause, are answered and not kept. */
const MAX_REPORT_CHARACTERS = 1_048_576

/** E-mail health reports on demand: kept for an hour for all processes, made once however many ask at the same time. */
export class EmailHealthAnswers extends Context.Service<
  EmailHealthAnswers,
  {
    /** The report that is kept (`cached` is true then), else a new one; `fresh` makes a new one whatever anybody remembers. */
    readonly answer: (
      domain: string,
      options: { readonly fresh: boolean }
    ) => Effect.Effect<EmailHealthReport, StoreError | EmailHealthUnavailable>
    /** Makes a fresh report, told to have begun at a time of the database's clock (epoch milliseconds), and keeps it. */
    readonly check: (
      domain: string,
      at: number
    ) => Effect.Effect<EmailHealthReport, StoreError | EmailHealthUnavailable>
  }
>()("@mon/checks/EmailHealthAnswers") {
  static readonly layerNoDeps = (
    options: Partial<AnswerLimits> = {}
  ): Layer.Layer<EmailHealthAnswers, never, EmailHealth | EmailHealthReports> =>
    Layer.effect(EmailHealthAnswers, make({ ...answerLimits, ...options }))
}

const refuse = (domain: string, reason: EmailHealthUnavailable["reason"], cause?: unknown) =>
  new EmailHealthUnavailable({ reason, domain, cause })

const make = Effect.fnUntraced(function* ({ concurrency, deadlineMs, patienceMs, pollMs, waiting }: AnswerLimits) {
  const engine = yield* EmailHealth
  const reports = yield* EmailHealthReports
  const permits = yield* Semaphore.make(concurrency)
  const flights = yield* FiberMap.make<string, EmailHealthReport, StoreError | EmailHealthUnavailable>()
  const turnMs = deadlineMs + patienceMs + TURN_MARGIN_MS
  let inside = 0

  const examine = (domain: string, fresh: boolean) =>
    engine.check(domain, { fresh }).pipe(
      Effect.mapError((cause) => refuse(domain, "Fault", cause)),
      Effect.timeoutOrElse({ duration: deadlineMs, orElse: () => Effect.fail(refuse(domain, "Timeout")) }),
      Effect.catchCause((cause) =>
        Cause.hasDies(cause) ? Effect.fail(refuse(domain, "Fault", Cause.squash(cause))) : Effect.failCause(cause)
      )
    )

  /** Waits for a permit, but not for ever, and not behind too many others. */
  const admitted = <A, E>(domain: string, work: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      if (inside >= concurrency + waiting) return Effect.fail(refuse(domain, "Busy"))
      inside += 1
      let begun = false
      const begin = Effect.sync(() => {
        begun = true
      })
      const patience = Effect.andThen(
        Effect.sleep(patienceMs),
        Effect.suspend(() => (begun ? Effect.never : Effect.fail(refuse(domain, "Busy"))))
      )
      return Effect.raceFirst(permits.withPermit(Effect.andThen(begin, work)), patience).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            inside -= 1
          })
        )
      )
    })

  const keep = (domain: string, report: EmailHealthReport, at: number, token: string | null) =>
    JSON.stringify(report).length <= MAX_REPORT_CHARACTERS
      ? reports.cache(domain, { report, incomplete: report.incomplete, checkedAt: at }, token)
      : token === null
        ? Effect.void
        : reports.giveUp(domain, token)

  const makeReport = Effect.fnUntraced(function* (domain: string, at: number, token: string | null) {
    const found = yield* admitted(domain, examine(domain, token === null))
    const report = { ...found, domain, checkedAt: new Date(at).toISOString() }
    yield* keep(domain, report, at, token)
    return report
  })

  const inTurn = (domain: string, at: number, token: string) =>
    makeReport(domain, at, token).pipe(
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(reports.giveUp(domain, token))))
    )

  const flight = (domain: string): Effect.Effect<EmailHealthReport, StoreError | EmailHealthUnavailable> =>
    Effect.flatMap(reports.turn(domain, turnMs), (turn) => {
      switch (turn._tag) {
        case "Kept":
          return Effect.succeed({ ...reportOf(turn.report), cached: true })
        case "Check":
          return inTurn(domain, turn.at, turn.token)
        case "Wait":
          return Effect.andThen(Effect.sleep(pollMs), flight(domain))
      }
    })

  // A flight belongs to nobody who asks: one who goes does not take it away from the others.
  const shared = (domain: string) =>
    Effect.suspend(() =>
      Option.match(FiberMap.getUnsafe(flights, domain), {
        onSome: Fiber.join,
        onNone: () => Effect.flatMap(FiberMap.run(flights, domain, flight(domain)), Fiber.join)
      })
    )

  const check = Effect.fn("EmailHealthAnswers.check")((domain: string, at: number) => makeReport(domain, at, null))

  const answer = Effect.fn("EmailHealthAnswers.answer")(function* (
    domain: string,
    { fresh }: { readonly fresh: boolean }
  ) {
    if (!fresh) return yield* shared(domain)
    return yield* makeReport(domain, yield* reports.now(), null)
  })

  return EmailHealthAnswers.of({ answer, check })
})

/** Only {@link EmailHealthAnswers} writes reports, and only whole ones. */
const reportOf = (json: unknown): EmailHealthReport => json as EmailHealthReport
