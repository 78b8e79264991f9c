import { pagination } from "@mon/api-contract"
import { Simulations } from "@mon/core-store"
import { simulationLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { jobRecord } from "./jobRecord.ts"

/** One page of the account's simulations, newest first. */
export const listSimulations = Effect.fn("listSimulations")(function* (
  caller: Caller,
  { limit = simulationLimits.pageSize.default, page = 1 }: { readonly page?: number; readonly limit?: number }
) {
  yield* ownerOnly(caller)
  const { items, total } = yield* (yield* Simulations).list(caller.viewer, { page, limit })
  return { items: yield* Effect.forEach(items, jobRecord), pagination: pagination(total, page, limit) }
})
