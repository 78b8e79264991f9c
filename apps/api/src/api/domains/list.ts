import { pagination } from "@mon/api-contract"
import { Domains } from "@mon/core-store"
import { domainLimits } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/** One page of the domains that the caller can see, newest first. */
export const listDomains = Effect.fnUntraced(function* (
  { viewer }: Caller,
  { limit = domainLimits.pageSize.default, page = 1 }: { readonly page?: number; readonly limit?: number }
) {
  const { items, total } = yield* (yield* Domains).list(viewer, { page, limit })
  return { items, pagination: pagination(total, page, limit) }
})
