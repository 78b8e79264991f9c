import { messages, NotFound } from "@mon/api-contract"
import { Incidents } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { showIncidents } from "../domains/read.ts"

/** An incident with its evidence. The target of the links in alerts. */
const getIncident = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  const incident = yield* (yield* Incidents).find(viewer, id)
  const [shown] = incident === null ? [] : yield* showIncidents([incident])
  if (incident === null || shown === undefined) return yield* new NotFound({ message: messages.incidentNotFound })
  const { deliveries, evidence } = incident
  return { ...shown, evidence, deliveries }
})

export const incidentHandlers: GroupHandlers<"incidents"> = {
  get: ({ caller, params }) => Effect.map(getIncident(caller, params.id), ok)
}
