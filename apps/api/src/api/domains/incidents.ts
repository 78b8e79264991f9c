import { Incidents } from "@mon/core-store"
import { domainLimits } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { found } from "./access.ts"
import { showIncidents } from "./showIncidents.ts"

/** The newest incidents of a domain. */
export const domainIncidents = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  return yield* showIncidents(
    yield* found(yield* (yield* Incidents).ofDomain(viewer, id, domainLimits.incidentsListed))
  )
})
