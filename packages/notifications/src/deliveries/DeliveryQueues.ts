import { type DeliveryChannel, defineQueue, type QueueDefinition } from "@mon/core-store"
import * as Schema from "effect/Schema"

const SECOND = 1_000
const MINUTE = 60 * SECOND

export interface DeliveryJob {
  readonly delivery: string
}

/**
 * Retries after our own errors, such as an unavailable database. Failures of the receiver are retried by the schedules
 * in `deliver`.
 */
const retryAfterMs = [SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE]

const channelQueue = (name: string): QueueDefinition<DeliveryJob> =>
  defineQueue({
    name,
    payload: Schema.Struct({ delivery: Schema.String }),
    retryAfterMs,
    expireInSeconds: 120,
    keyed: true
  })

/** One queue for each channel, so that none delays another; the key is the delivery. */
export const deliveryQueues: Readonly<Record<DeliveryChannel, QueueDefinition<DeliveryJob>>> = {
  email: channelQueue("delivery-email"),
  whatsapp: channelQueue("delivery-whatsapp"),
  webhook: channelQueue("delivery-webhook"),
  channel: channelQueue("delivery-channel")
}

/** The ends of windows whose messages become digests; the key is account and end. */
export const digestQueue = defineQueue({
  name: "delivery-digest",
  payload: Schema.Struct({ account: Schema.String, endsAt: Schema.Number }),
  retryAfterMs,
  expireInSeconds: 120,
  keyed: true
})

export const digestKey = ({ account, endsAt }: { readonly account: string; readonly endsAt: number }): string =>
  `${account}:${endsAt}`
