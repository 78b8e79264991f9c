import { Accounts, inTransaction } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/**
 * Makes a change that reads what it changes, in a transaction that has locked the account: nothing changes in between.
 * The work must not wait for other systems.
 */
export const inAccount = <A, E, R>({ viewer }: Caller, operation: string, work: Effect.Effect<A, E, R>) =>
  inTransaction(
    operation,
    Effect.flatMap(Accounts, (accounts) => Effect.andThen(accounts.lock(viewer), work))
  )
