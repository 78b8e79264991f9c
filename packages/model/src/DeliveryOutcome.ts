import { described } from "./Described.ts"

const { textOrNull, word } = described

/**
 * The outcomes of a message. `stored`: there is no mail server, so the email is in the outbox. `superseded`: a newer
 * message about the same subject, such as the availability of the monitor, replaced this message.
 */
export const deliveryOutcomes = ["delivered", "stored", "waiting", "suppressed", "superseded", "failed"] as const
/** The outcome of a message. */
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

const waitingReasons = [
  "quiet_hours",
  "shared_cause",
  "summary",
  "retry",
  "parent_check",
  "first_check",
  "route"
] as const

const suppressionReasons = [
  "paused",
  "account_suspended",
  "maintenance",
  "parent",
  "flapping",
  "no_recipient",
  "over",
  "deleted",
  "gone",
  "stopped",
  "removed",
  "number_removed",
  "address_refused",
  "channel_inactive",
  "channel_not_in_plan",
  "webhook_inactive",
  "nothing_to_change",
  "unknown"
] as const

/** The reason why a message was suppressed. */
export type SuppressionReason = (typeof suppressionReasons)[number]
/** The reason why a message waits or was suppressed. */
export type DeliveryReason = (typeof waitingReasons)[number] | SuppressionReason

const codes = (reasons: ReadonlyArray<string>): string => reasons.map((reason) => `\`${reason}\``).join(", ")

/** The two fields of a record that contain the outcome of a message and the reason for it. */
export const outcomeFields = {
  outcome: word(
    deliveryOutcomes,
    "The result of the delivery. With several recipients: `waiting` while at least one recipient waits, then `failed` if at least one recipient was not reached. `stored`: no mail server is configured, so the email is in the outbox and was not sent. `superseded`: a newer message about the same thing replaced it."
  ),
  reason: textOrNull(
    `The reason why the delivery waits or was suppressed, or null. Waiting: ${codes(waitingReasons)}. Suppressed: ${codes(suppressionReasons)}. Superseded: the kind of the newer event, such as \`up\`. A later version may add codes.`,
    null
  )
}
