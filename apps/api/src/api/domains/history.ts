import { Incidents } from "@mon/core-store"
import { domainLimits } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { found } from "./access.ts"

/** The looks of the last hours, newest first. */
export const domainHistory = Effect.fnUntraced(function* (
  { viewer }: Caller,
  id: string,
  hours: number = domainLimits.historyHours.default
) {
  return yield* found(yield* (yield* Incidents).history(viewer, id, hours, domainLimits.historyRecords))
})
