import { channels } from "@mon/alerts/channels"
import { Deliveries } from "@mon/core-store"
import * as Effect from "effect/Effect"

const kinds = Object.values(channels).flatMap(({ abilities, kind }) => (abilities.showsAcknowledgement ? [kind] : []))

/**
 * Updates the messages in channels about an open incident, given by its public id, after its acknowledgement was added
 * or withdrawn. Runs in the transaction of that change.
 */
export const showAcknowledgement = Effect.fn("showAcknowledgement")(function* (incidentId: string) {
  yield* (yield* Deliveries).showAcknowledgement(incidentId, kinds)
})
