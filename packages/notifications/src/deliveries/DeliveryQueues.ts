import { type DeliveryChannel, defineQueue, type QueueDefinition } from "@mon/core-store"
import * as Schema from "effect/Schema"

const SECOND = 1_000
const MINUTE = 60 * SECOND

export interface DeliveryJob {
  readonly delivery: string
}

/** Faults of ours (the database was gone); what the other side does has a schedule of its own. */
const retryAfterMs = [SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE]

const channelQueue = (name: string): QueueDefinition<DeliveryJob> =>
  defineQueue({
    name,
    payload: Schema.Struct({ delivery: Schema.String }),
    retryAfterMs,
    expireInSeconds: 120,
    keyed: true
  })

/** One queue for each channel, so that none waits for another; the delivery is the key. */
export const deliveryQueues: Readonly<Record<DeliveryChannel, QueueDefinition<DeliveryJob>>> = {
  email: channelQueue("delivery-email"),
  whatsapp: channelQueue("delivery-whatsapp"),
  webhook: channelQueue("delivery-webhook")
}

/** The ends of windows whose mails become digests; account and end are the key. */
export const digestQueue = defineQueue({
  name: "delivery-digest",
  payload: Schema.Struct({ account: Schema.String, endsAt: Schema.Number }),
  retryAfterMs,
  expireInSeconds: 120,
  keyed: true
})

export const digestKey = ({ account, endsAt }: { readonly account: string; readonly endsAt: number }): string =>
  `${account}:${endsAt}`
