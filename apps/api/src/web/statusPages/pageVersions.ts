import { Clock, Deferred, Effect, type Scope } from "effect"
import type { StoreError } from "@mon/core-store"

/** The database answers a question for a version within this time, or it is away. */
const ANSWER_WITHIN = "1 second"
/** While the database is away, it is asked again after this time. */
const ASK_AGAIN_MS = 2_000

/** The version of a page. Null: there is no such page. `away`: the database does not answer. */
export type PageVersion = number | "away" | null

interface Question {
  readonly answer: Deferred.Deferred<PageVersion>
  /** For those who ask after the question was sent: its answer may be older than their request. */
  next: Deferred.Deferred<PageVersion> | null
}

/**
 * Asks for versions of pages, one question for each page at a time, however many requests wait for it. An answer is of
 * a question that was sent after the request for it.
 */
export const makePageVersions = Effect.fnUntraced(function* (
  ask: (id: string) => Effect.Effect<number | null, StoreError>
): Effect.fn.Return<(id: string) => Effect.Effect<PageVersion>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const questions = new Map<string, Question>()
  let awayUntil = 0

  const askNow = (id: string): Effect.Effect<PageVersion> =>
    Effect.suspend(() => {
      if (clock.currentTimeMillisUnsafe() < awayUntil) return Effect.succeed("away" as const)
      return ask(id).pipe(
        Effect.timeout(ANSWER_WITHIN),
        Effect.catch(() =>
          Effect.sync(() => {
            awayUntil = clock.currentTimeMillisUnsafe() + ASK_AGAIN_MS
            return "away" as const
          })
        )
      )
    })

  const send = (id: string, answer: Question["answer"]): Effect.Effect<void> => {
    const question: Question = { answer, next: null }
    questions.set(id, question)
    const answered = Effect.flatMap(Effect.exit(askNow(id)), (exit) =>
      Effect.suspend(() => {
        questions.delete(id)
        const again = question.next === null ? Effect.void : send(id, question.next)
        return Effect.andThen(Deferred.done(answer, exit), again)
      })
    )
    return Effect.asVoid(Effect.forkIn(answered, scope))
  }

  return (id) =>
    Effect.suspend(() => {
      const sent = questions.get(id)
      if (sent !== undefined) return Deferred.await((sent.next ??= Deferred.makeUnsafe<PageVersion>()))
      const answer = Deferred.makeUnsafe<PageVersion>()
      return Effect.andThen(send(id, answer), Deferred.await(answer))
    })
})
