import { isOwnFault, nextAttemptMs, retrySchedules, WEBHOOK_DISABLED_AFTER_SECONDS } from "@mon/alerts"
import { Mailer, WebhookSender } from "@mon/alerts/effect"
import {
  type ClaimedSubscriberDelivery,
  RefusedAddresses,
  Secrets,
  type ServedStatusPage,
  type StoreError,
  type SubscriberAttempt,
  SubscriberDeliveries
} from "@mon/core-store"
import { componentNotice, incidentNotice } from "@mon/status-page"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import { untilRecorded } from "../deliveries/DeliveryOutcome.ts"
import { SUBSCRIBER_SECRET_LABEL } from "./challengeWebhook.ts"
import { composePublication, type Publication } from "./composePublication.ts"
import { countSubscriberAttempt } from "./subscriberMetrics.ts"
import { subscriberLinks } from "./SubscriberToken.ts"

/**
 * Reads the public page that contains the update of a delivery. The copy may be a few seconds old. Null if the page no
 * longer exists.
 */
export type ReadPublished = (delivery: ClaimedSubscriberDelivery) => Effect.Effect<ServedStatusPage | null, StoreError>

interface Outcome extends Omit<SubscriberAttempt, "retryAfterMs"> {
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
}

const done = { error: null, ends: null, ownFault: false, retryable: false, retryAfterSeconds: null } as const
const sent = (code: string): Outcome => ({ ...done, status: "sent", code })
const skipped = (code: string): Outcome => ({ ...done, status: "suppressed", code })

const publicationOf = (
  { postId, updateId }: ClaimedSubscriberDelivery,
  page: ServedStatusPage | null
): Publication | null => {
  const post = page?.document.posts.find(({ id }) => id === postId)
  const update = post?.updates.find(({ id }) => id === updateId)
  return page === null || post === undefined || update === undefined
    ? null
    : { document: page.document, serviceUrl: page.serviceUrl, post, update }
}

const sendEmail = Effect.fnUntraced(function* (delivery: ClaimedSubscriberDelivery, publication: Publication) {
  const { address, language, subscriberId: id } = delivery
  const refused = yield* RefusedAddresses
  if (yield* refused.isRefused(address))
    return { ...done, status: "failed", code: "address_refused", ends: "bounced" } satisfies Outcome
  const links = subscriberLinks(yield* Secrets, publication.serviceUrl, id)
  const email = composePublication(publication, { id, address, language, links }, yield* DeliveryIdentity)
  return yield* (yield* Mailer).send(email).pipe(
    Effect.map(({ responseCode }): Outcome => sent(String(responseCode))),
    Effect.tapError(({ refusesAddress, responseCode }) =>
      refusesAddress && responseCode !== null
        ? untilRecorded(refused.record(address, responseCode, false))
        : Effect.void
    ),
    Effect.catchTag("MailError", (error) =>
      Effect.succeed<Outcome>({
        status: "failed",
        code: error.responseCode === null ? error.reason.toLowerCase() : String(error.responseCode),
        error: error.detail,
        ends: error.refusesAddress ? "bounced" : null,
        // A refusal by the service's own mail server, or an unreachable mail server, says nothing about the
        // subscriber's address.
        ownFault: !error.refusesAddress,
        retryable: error.retryable,
        retryAfterSeconds: null
      })
    )
  )
})

const noticeOf = (
  { componentId, postId, updateId }: ClaimedSubscriberDelivery,
  { document }: Publication,
  unsubscribe: string,
  baseUrl: string
) => {
  const meta = { unsubscribe, documentation: `${baseUrl}/docs` }
  return componentId === null
    ? { event: "incident", body: incidentNotice(document, postId, meta) }
    : { event: "component_update", body: componentNotice(document, { updateId, componentId }, meta) }
}

const sendWebhook = Effect.fnUntraced(function* (delivery: ClaimedSubscriberDelivery, publication: Publication) {
  const secrets = yield* Secrets
  const { baseUrl } = yield* DeliveryIdentity
  const { unsubscribe } = subscriberLinks(secrets, publication.serviceUrl, delivery.subscriberId)
  const { body, event } = noticeOf(delivery, publication, unsubscribe, baseUrl)
  if (body === null) return skipped("gone")
  const secret = yield* Effect.option(
    secrets.open(SUBSCRIBER_SECRET_LABEL, delivery.secret ?? "", delivery.subscriberId)
  )
  if (secret._tag === "None")
    return { ...done, status: "failed", code: "secret_unreadable", ownFault: true } satisfies Outcome
  const result = yield* (yield* WebhookSender).send({
    url: delivery.address,
    secret: Redacted.make(secret.value),
    id: delivery.id,
    event,
    body: JSON.stringify(body)
  })
  if (result.delivered) return sent(String(result.statusCode ?? "delivered"))
  const { error, gone, retryAfterSeconds, statusCode } = result
  return {
    status: "failed",
    code: statusCode === null ? error.code : String(statusCode),
    error: error.message,
    ends: gone ? "gone" : null,
    ownFault: isOwnFault(error),
    retryable: !gone,
    retryAfterSeconds
  } satisfies Outcome
})

const schedules = { email: retrySchedules.mail, webhook: retrySchedules.webhook } as const

export const sendToSubscriber = Effect.fn("sendToSubscriber")(function* (
  delivery: ClaimedSubscriberDelivery,
  readPage: ReadPublished
) {
  const page = yield* readPage(delivery)
  const publication = publicationOf(delivery, page)
  const outcome: Outcome =
    publication === null
      ? skipped("gone")
      : page !== null && page.stoppedBy !== null
        ? skipped("page_stopped")
        : !(yield* (yield* SubscriberDeliveries).stands(delivery))
          ? skipped("no_access")
          : yield* delivery.kind === "email" ? sendEmail(delivery, publication) : sendWebhook(delivery, publication)
  const { retryable, retryAfterSeconds, ...attempt } = outcome
  const random = yield* Random.next
  const retryAfterMs = retryable
    ? nextAttemptMs(schedules[delivery.kind], { attempt: delivery.attempt, retryAfterSeconds, random })
    : null
  yield* countSubscriberAttempt(delivery.kind, outcome.status)
  yield* untilRecorded(
    Effect.flatMap(SubscriberDeliveries, (deliveries) =>
      deliveries.record(delivery, { ...attempt, retryAfterMs }, WEBHOOK_DISABLED_AFTER_SECONDS)
    )
  )
})
