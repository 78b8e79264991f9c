import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import type postgres from "postgres"
import { type AnswerLimit, dense, sqlError, stop } from "./Query.ts"

const BATCH_ROWS = 256

type Rows = ReadonlyArray<unknown>
type Batch = [unknown, ...Array<unknown>]
type Next = Effect.Effect<Batch, SqlError | Cause.Done>

/**
 * Streams the rows of a query. The rows are fetched in batches on demand. The query uses its connection until the
 * stream ends. If the stream ends early, the cursor is closed before the connection is used again. The iterator of
 * postgres.js is not used, because it loses the connection permanently if the iterator is closed (`return()`) while a
 * batch is being fetched.
 */
export const stream = (
  make: () => postgres.PendingQuery<Array<postgres.Row>>,
  CLOSE: object,
  transform: (rows: Rows) => Rows,
  { abandon, count = () => {} }: AnswerLimit
): Stream.Stream<unknown, SqlError> =>
  Stream.scoped(
    Stream.fromPull(
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => {
            count(1)
            return open(make(), CLOSE, transform, abandon)
          }),
          (cursor) =>
            Effect.andThen(
              Effect.promise(cursor.close),
              Effect.sync(() => count(-1))
            )
        ),
        (cursor) => cursor.pull
      )
    )
  )

const open = (
  query: postgres.PendingQuery<Array<postgres.Row>>,
  CLOSE: object,
  transform: (rows: Rows) => Rows,
  abandon: () => void
) => {
  let started = false
  let closed = false
  let ended: Effect.Effect<never, SqlError | Cause.Done> | undefined
  let answer: ((more: object | undefined) => void) | undefined
  let waiting: ((next: Next) => void) | undefined
  let batch: Rows | undefined
  let settled: Promise<void> = Promise.resolve()

  const offer = () => {
    if (waiting === undefined) return
    const resume = waiting
    if (batch !== undefined) {
      const [first, ...rest] = transform(batch)
      waiting = batch = undefined
      resume(Effect.succeed([first, ...rest]))
    } else if (ended !== undefined) {
      waiting = undefined
      resume(ended)
    }
  }

  const start = () => {
    started = true
    const done: PromiseLike<unknown> = query.cursor(BATCH_ROWS, (rows) => {
      if (closed) return Promise.resolve(CLOSE)
      const decided = new Promise<object | undefined>((resolve) => {
        answer = resolve
      })
      batch = dense(rows)
      offer()
      return decided
    })
    settled = Promise.allSettled([done]).then(([result]) => {
      ended = result.status === "fulfilled" ? Cause.done() : Effect.fail(sqlError(result.reason, "stream"))
      return offer()
    })
  }

  const pull = Effect.callback<Batch, SqlError | Cause.Done>((resume) => {
    waiting = resume
    if (!started) start()
    if (batch !== undefined || ended !== undefined) return offer()
    const proceed = answer
    answer = undefined
    proceed?.(undefined)
  })

  const close = async (): Promise<void> => {
    closed = true
    waiting = undefined
    if (!started || ended !== undefined) return
    if (answer !== undefined) answer(CLOSE)
    else await stop(query, abandon)
    await settled
  }

  return { pull, close }
}
