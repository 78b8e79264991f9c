import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"

interface Waiting {
  readonly name: string
  readonly pollMs: number
  readonly due: Deferred.Deferred<void>
}

/** Reports to the consumers of a process when their queues have jobs. */
export interface DueJobs {
  /** Waits until a queue has a job that is due. It takes at most `pollMs` to find out. */
  readonly wait: (name: string, pollMs: number) => Effect.Effect<void>
  /** Polls now. */
  readonly wake: Effect.Effect<void>
}

const findDue = (sql: SqlClient.SqlClient, names: ReadonlyArray<string>) =>
  sql<{ readonly name: string }>`
    select q.name from unnest(${names}::text[]) as q (name)
    where exists (
      select from pgboss.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`

/**
 * One statement polls all queues that are waited for, at the shortest of their poll intervals. Otherwise each idle
 * consumer would poll its queue in a transaction of its own. After an error, every consumer polls its own queue.
 */
export const makeDueJobs = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  answerTimeoutMs: number
): Effect.fn.Return<DueJobs, never, Scope.Scope> {
  let waiting: Array<Waiting> = []
  const changed = yield* Latch.make()
  const woken = yield* Latch.make()

  const poll = Effect.gen(function* () {
    if (waiting.length === 0) {
      changed.closeUnsafe()
      return yield* changed.await
    }
    yield* Effect.timeoutOption(woken.await, Math.min(...waiting.map(({ pollMs }) => pollMs)))
    woken.closeUnsafe()
    const asked = waiting
    const names: ReadonlyArray<string> = [...new Set(asked.map(({ name }) => name))]
    const due = yield* findDue(sql, names).pipe(
      Effect.timeout(answerTimeoutMs),
      Effect.map((rows) => rows.map(({ name }) => name)),
      Effect.catchCause(() => Effect.succeed(names))
    )
    const found = asked.filter(({ name }) => due.includes(name))
    waiting = waiting.filter((one) => !found.includes(one))
    yield* Effect.forEach(found, (one) => Deferred.succeed(one.due, undefined), { discard: true })
  })

  yield* Effect.forkScoped(Effect.forever(poll))

  return {
    wake: woken.open,
    wait: Effect.fnUntraced(function* (name, pollMs) {
      const due = yield* Deferred.make<void>()
      const one = { name, pollMs, due }
      waiting.push(one)
      changed.openUnsafe()
      yield* Effect.onInterrupt(Deferred.await(due), () =>
        Effect.sync(() => {
          waiting = waiting.filter((other) => other !== one)
        })
      )
    })
  }
})
