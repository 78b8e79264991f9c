import { composeNotice } from "@mon/alerts"
import { UNUSED_DAYS, type UnusedNotice } from "@mon/core-store"
import type { Language } from "@mon/model"
import * as Effect from "effect/Effect"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { messageDomainOf } from "../subscribers/composePublication.ts"

const PATH = "/app/heartbeats"
const SETTINGS_PATH = "/app/settings/alerts"
const MOST_NAMES = 20

interface Words {
  readonly word: string
  readonly subject: (names: ReadonlyArray<string>) => string
  readonly headline: string
  readonly lead: (service: string) => string
  readonly heartbeat: string
  readonly more: (count: number) => string
  readonly open: string
}

const english: Words = {
  word: "HEARTBEAT",
  subject: (names) =>
    names.length === 1
      ? `${names[0]} has not sent a ping yet`
      : `${names.length} heartbeats have not received a ping yet`,
  headline: "No ping has arrived yet",
  lead: (service) =>
    `More than ${UNUSED_DAYS} days have passed since you added these heartbeats. Until the first ping arrives, ${service} does not notice when a job does not run. Add the ping URL to the job, or delete the heartbeat. This is the only reminder.`,
  heartbeat: "Heartbeat",
  more: (count) => `and ${count} more`,
  open: "Open the heartbeats"
}

const german: Words = {
  word: "HEARTBEAT",
  subject: (names) =>
    names.length === 1
      ? `${names[0]} hat noch keinen Ping gesendet`
      : `${names.length} Heartbeats haben noch keinen Ping erhalten`,
  headline: "Noch kein Ping angekommen",
  lead: (service) =>
    `Seit dem Anlegen dieser Heartbeats sind mehr als ${UNUSED_DAYS} Tage vergangen. Bis zum ersten Ping bemerkt ${service} nicht, wenn ein Job ausbleibt. Tragen Sie die Ping-URL in den Job ein, oder löschen Sie den Heartbeat. Dies ist die einzige Erinnerung.`,
  heartbeat: "Heartbeat",
  more: (count) => `und ${count} weitere`,
  open: "Heartbeats öffnen"
}

const languages: Readonly<Record<Language, Words>> = { en: english, de: german }

/** Emails the owner of an account about heartbeats that have never received a ping. */
export const remindOfUnusedHeartbeats = Effect.fn("remindOfUnusedHeartbeats")(function* (notice: UnusedNotice) {
  const { accountId, firstId, names, recipient } = notice
  const identity = yield* DeliveryIdentity
  const words = languages[recipient.language]
  const listed = names.slice(0, MOST_NAMES)
  const mail = composeNotice(
    {
      tone: "warning",
      word: words.word,
      subject: words.subject(names),
      headline: words.headline,
      lead: words.lead(identity.service),
      paragraphs: names.length > listed.length ? [words.more(names.length - listed.length)] : [],
      rows: listed.map((value) => ({ label: words.heartbeat, value })),
      sections: [],
      link: { label: words.open, url: `${identity.baseUrl}${PATH}` }
    },
    {
      to: recipient.email,
      language: recipient.language,
      timeZone: recipient.timezone,
      service: identity.service,
      messageDomain: messageDomainOf(identity),
      settingsUrl: `${identity.baseUrl}${SETTINGS_PATH}`,
      stopUrl: null
    },
    { key: `unused-heartbeats:${accountId}:${firstId}` }
  )
  yield* (yield* OutgoingMail).post(mail)
})
