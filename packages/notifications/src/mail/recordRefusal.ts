import { composeNotice, type MailError, parseMailbox } from "@mon/alerts"
import { plainMessage } from "@mon/alerts/channels"
import { ChannelTargets, randomBytes, type RefusalAudience, RefusedAddresses, inTransaction } from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { exchangeWithChannel } from "../deliveries/sendChannel.ts"
import { openChannelSettings } from "../channels/ChannelDestinations.ts"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import { untilRecorded } from "../deliveries/DeliveryOutcome.ts"
import { messageDomainOf } from "../subscribers/composePublication.ts"
import { OutgoingMail } from "./OutgoingMail.ts"
import { refusalWords } from "./refusalWords.ts"

interface Refusal {
  readonly address: string
  readonly code: number
}

/** Extracts the email address from a recipient such as `Ann <ann@example.org>`. */
export const addressOf = (recipient: string): string => parseMailbox(recipient)?.address ?? recipient

const SETTINGS_PATH = "/app/settings/alerts"

/**
 * The time limit for notifying a channel, in seconds. If neither the owner nor an admin of an account can receive
 * email, the account's channels get the notice, once and without retries.
 */
const CHANNEL_SECONDS = 30

const noticesOf = Effect.fnUntraced(function* ({ accountId, people }: RefusalAudience, { address, code }: Refusal) {
  const identity = yield* DeliveryIdentity
  const nowMs = yield* Clock.currentTimeMillis
  return people.map(({ email, language, timezone }) => {
    const words = refusalWords[language]
    return composeNotice(
      {
        tone: "warning",
        word: words.word,
        subject: words.subject(address),
        headline: words.headline,
        lead: words.lead(identity.service),
        rows: [
          { label: words.address, value: address },
          { label: words.answer, value: String(code) }
        ],
        sections: [],
        link: { label: words.open, url: `${identity.baseUrl}${SETTINGS_PATH}` }
      },
      {
        to: email,
        language,
        timeZone: timezone,
        service: identity.service,
        messageDomain: messageDomainOf(identity),
        settingsUrl: `${identity.baseUrl}${SETTINGS_PATH}`,
        stopUrl: null
      },
      { key: `refused:${accountId}:${address}:${nowMs}:${email}` }
    )
  })
})

const notifyChannel = Effect.fnUntraced(function* (id: string, { address, code }: Refusal) {
  const target = yield* (yield* ChannelTargets).find(id)
  if (target === null || !target.isActive || !target.isInPlan) return
  const open = yield* openChannelSettings(target)
  if (open === null) return
  const { baseUrl, service } = yield* DeliveryIdentity
  const words = refusalWords[target.owner.language]
  const message = plainMessage({
    deliveryId: uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10)),
    severity: "warning",
    title: words.headline,
    text: `${words.lead(service)}\n${words.address}: ${address}\n${words.answer}: ${code}`,
    source: service,
    link: `${baseUrl}${SETTINGS_PATH}`,
    linkLabel: words.open
  })
  yield* exchangeWithChannel(open, message, null)
})

/**
 * Stores a refusal and queues its notices. Returns the alert channels of the accounts in which neither the owner nor an
 * admin can receive email any more.
 */
const store = Effect.fnUntraced(function* (refusal: Refusal, accountId: string | null) {
  const refused = yield* RefusedAddresses
  const outgoing = yield* OutgoingMail
  if (!(yield* refused.record(refusal.address, refusal.code, true))) return []
  const audience = yield* refused.audience(refusal.address, accountId)
  for (const account of audience) {
    const notices = yield* noticesOf(account, refusal)
    yield* Effect.forEach(notices, outgoing.postUnlessRefused, { discard: true })
  }
  return audience.flatMap(({ channelIds, people }) => (people.length === 0 ? channelIds : []))
})

/**
 * If an error means that a mail server has refused an address permanently, stores the refusal. The owner and the admins
 * of accounts that use the address are notified once. If the owner's and all admins' own addresses are refused, the
 * account's alert channels are notified. `accountId` is the account (public id) that sent the email, if known.
 */
export const recordRefusal = Effect.fn("recordRefusal")(function* (
  error: MailError,
  recipient: string,
  accountId: string | null
) {
  if (!error.refusesAddress || error.responseCode === null) return
  const refusal = { address: addressOf(recipient), code: error.responseCode }
  const channelIds = yield* untilRecorded(inTransaction("recordRefusal", store(refusal, accountId)))
  yield* Effect.forEach(
    channelIds,
    (id) => Effect.ignore(Effect.timeout(notifyChannel(id, refusal), `${CHANNEL_SECONDS} seconds`)),
    { concurrency: "unbounded", discard: true }
  )
})
