import { Incidents } from "@mon/core-store"
import { domainLimits } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { showIncidents } from "../domains/showIncidents.ts"

/** The newest incidents over all domains that the caller can see. */
export const recentIncidents = Effect.fnUntraced(function* (
  { viewer }: Caller,
  limit: number = domainLimits.recentIncidents.default
) {
  return yield* showIncidents(yield* (yield* Incidents).recent(viewer, limit))
})
