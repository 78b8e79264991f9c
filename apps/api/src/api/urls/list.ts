import { pagination } from "@mon/api-contract"
import { UrlMonitors } from "@mon/core-store"
import { urlLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"

/** One page of the account's URL monitors, newest first. */
export const listUrls = Effect.fn("listUrls")(function* (
  caller: Caller,
  { limit = urlLimits.pageSize.default, page = 1 }: { readonly page?: number; readonly limit?: number }
) {
  yield* ownerOnly(caller)
  const { items, total } = yield* (yield* UrlMonitors).list(caller.viewer, { page, limit })
  return { items, pagination: pagination(total, page, limit) }
})
