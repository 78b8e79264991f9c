import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { changes, newDomain, type TestAccount } from "./DeliveryWorld.ts"

export const BEGAN = "2025-11-21T13:00:00Z"

const states = { unknown: 0, up: 1, down: 2 } as const

export interface Standing {
  readonly state: keyof typeof states
  /** The time of the last check, in seconds before now. Default: 0. */
  readonly checkedAgo?: number
  readonly changedAgo?: number
  readonly failures?: number
  readonly successes?: number
}

/** Writes the state that checks of a domain would have stored. */
export const stands = Effect.fn("stands")(function* ({ id }: { readonly id: string }, standing: Standing) {
  const { changedAgo = 3_600, checkedAgo = 0, failures = 0, state, successes = 0 } = standing
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update monitor_schedule s set state = ${states[state]}, failures = ${failures}, successes = ${successes},
      next_at = mon_now() + interval '1 hour', last_checked_at = mon_now() - ${checkedAgo}::int * interval '1 second',
      status_changed_at = mon_now() - ${changedAgo}::int * interval '1 second'
    from monitor m where m.id = s.monitor_id and m.public_id = ${id}::uuid`
})

/** Adds a domain that is up and depends on other domains. */
export const child = Effect.fn("child")(function* (
  account: TestAccount,
  ...parents: ReadonlyArray<{ readonly id: string }>
) {
  const made = yield* newDomain(account, { dependsOn: parents.map(({ id }) => id) })
  yield* stands(made, { state: "up" })
  return made
})

export const goesDown = Effect.fn("goesDown")(function* (domain: { readonly id: string }) {
  yield* stands(domain, { state: "down", changedAgo: 0 })
  return yield* changes(domain, "down", new Date(BEGAN))
})
