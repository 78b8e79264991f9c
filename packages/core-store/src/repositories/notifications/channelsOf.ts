import {
  type DeliveryOutcome,
  type NotificationChannel,
  type NotificationDelivery,
  notificationLimits,
  type NotificationStatus
} from "@mon/model"

/** As in `settle_notifications`: pending comes first. */
const statuses: ReadonlyArray<NotificationStatus> = ["pending", "sent", "failed", "suppressed"]

/** Whom it did not reach comes first. */
const worstFirst: ReadonlyArray<DeliveryOutcome> = [
  "failed",
  "suppressed",
  "waiting",
  "stored",
  "superseded",
  "delivered"
]

const recipientOf = ({ kind, name, outcome, reason, recipient }: NotificationDelivery) => ({
  name,
  kind,
  isHidden: recipient === null,
  outcome,
  reason
})

const channelOf = (
  channel: NotificationDelivery["channel"],
  deliveries: ReadonlyArray<NotificationDelivery>
): NotificationChannel => {
  const status = statuses.find((one) => deliveries.some((delivery) => delivery.status === one)) ?? "suppressed"
  const recipients = deliveries.toSorted(
    (one, other) => worstFirst.indexOf(one.outcome) - worstFirst.indexOf(other.outcome)
  )
  return {
    channel,
    status,
    error: deliveries.find(({ error }) => error !== null)?.error ?? null,
    recipients: recipients.slice(0, notificationLimits.recipientsShown).map(recipientOf),
    recipientCount: deliveries.length
  }
}

/** The outcome of each channel, in the order of their names. */
export const channelsOf = (deliveries: ReadonlyArray<NotificationDelivery>): ReadonlyArray<NotificationChannel> =>
  [...Map.groupBy(deliveries, ({ channel }) => channel)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([channel, of]) => channelOf(channel, of))
