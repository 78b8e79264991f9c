import { Accounts, inTransaction } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/**
 * Runs a change in a transaction that locks the account, so that the data that it reads cannot change in the meantime.
 * The change must not wait for other systems.
 */
export const inAccount = <A, E, R>({ viewer }: Caller, operation: string, work: Effect.Effect<A, E, R>) =>
  inTransaction(
    operation,
    Effect.flatMap(Accounts, (accounts) => Effect.andThen(accounts.lock(viewer), work))
  )
