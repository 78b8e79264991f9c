import { composeEmail, type Recipient } from "@mon/alerts"
import { Mailer } from "@mon/alerts/effect"
import { type ClaimedDelivery, RefusedAddresses, Secrets, STORED } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { STORED_REPLY } from "../mail/layerMailer.ts"
import { recordRefusal } from "../mail/recordRefusal.ts"
import { workspaceOf } from "../mail/workspaceOf.ts"
import { makeUnsubscribeToken } from "../mail/UnsubscribeToken.ts"
import { acknowledgeLinkOf } from "./AcknowledgeToken.ts"
import { deliveredFact } from "./deliveredFact.ts"
import { DeliveryIdentity, type DeliveryIdentitySettings } from "./DeliveryIdentity.ts"
import { failed, skipped, sent } from "./DeliveryOutcome.ts"
import { permalinkOf } from "./permalinkOf.ts"
import { untilRecorded } from "./untilRecorded.ts"

/**
 * The unsubscribe link. It is in every weekly report, and in alerts to addresses without an account, because their
 * owners have no settings page.
 */
const unsubscribeUrl = (
  { accountId, notifications, person, target: address }: ClaimedDelivery,
  { baseUrl }: DeliveryIdentitySettings,
  secrets: Secrets["Service"]
) => {
  if (notifications[0]?.type === "weekly_report")
    return `${baseUrl}/stop/${makeUnsubscribeToken(secrets, { kind: "weekly_report", accountId, address })}`
  return person === null
    ? `${baseUrl}/stop/${makeUnsubscribeToken(secrets, { kind: "alerts", accountId, address })}`
    : null
}

export const sendMail = Effect.fn("sendMail")(function* (delivery: ClaimedDelivery) {
  const identity = yield* DeliveryIdentity
  const secrets = yield* Secrets
  const mailer = yield* Mailer
  const { person, target } = delivery
  const fact = deliveredFact(delivery, person?.language ?? "en")
  if (fact === null) return skipped("gone")
  if (yield* (yield* RefusedAddresses).isRefused(target)) return skipped("address_refused")
  const recipient: Recipient = {
    to: target,
    timeZone: person?.timezone ?? "UTC",
    language: person?.language ?? "en",
    service: identity.service,
    messageDomain: new URL(identity.baseUrl).hostname.replace(/^\[|\]$/gu, ""),
    settingsUrl: person === null ? null : `${identity.baseUrl}/app/settings/alerts`,
    stopUrl: unsubscribeUrl(delivery, identity, secrets),
    workspace: yield* workspaceOf(delivery)
  }
  const link = person === null ? null : permalinkOf(fact, identity.baseUrl)
  const acknowledgeLink = acknowledgeLinkOf(secrets, delivery, fact, identity.baseUrl)
  return yield* mailer
    .send(composeEmail(fact, recipient, { link, acknowledgeLink, reminderMinutes: delivery.reminderMinutes }))
    .pipe(
      Effect.map(({ response, responseCode }) => sent(response === STORED_REPLY ? STORED : String(responseCode))),
      Effect.tapError((error) => untilRecorded(recordRefusal(error, target, delivery.accountId))),
      Effect.catchTag("MailError", ({ detail, reason, responseCode, retryable }) =>
        Effect.succeed(failed(responseCode === null ? reason.toLowerCase() : String(responseCode), detail, retryable))
      )
    )
})
