import { Ledger } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"

/** The balance of simulation credits and the newest transactions. */
export const showSimulationCredits = Effect.fn("showSimulationCredits")(function* (caller: Caller) {
  yield* ownerOnly(caller)
  const { balance, renewsAt, transactions } = yield* (yield* Ledger).show(caller.viewer.accountKey)
  return {
    balance,
    annualAllowance: caller.limits.annualSimulationCredits,
    renewsAt: renewsAt?.toISOString() ?? null,
    transactions: transactions.map((transaction) => ({
      ...transaction,
      createdAt: transaction.createdAt.toISOString()
    }))
  }
})
