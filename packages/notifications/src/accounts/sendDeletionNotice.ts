import { composeNotice } from "@mon/alerts"
import type { DeletionNotice } from "@mon/core-store"
import type { Language } from "@mon/model"
import * as Effect from "effect/Effect"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import { zonedTimeIn } from "../mail/letterTime.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { messageDomainOf } from "../subscribers/composePublication.ts"

/** The page where the owner can cancel the deletion. */
const ACCOUNT_PATH = "/settings/account"

interface Words {
  readonly word: string
  readonly account: string
  readonly requested: string
  readonly deletes: string
  readonly keep: string
  readonly signIn: string
  readonly subject: (service: string) => string
  readonly reminderSubject: (service: string) => string
  readonly headline: string
  readonly owner: string
  readonly reminder: string
  readonly member: (ownerEmail: string) => string
  readonly backups: string
}

const english: Words = {
  word: "ACCOUNT",
  account: "Account of",
  requested: "Requested",
  deletes: "Deleted",
  keep: "Keep the account",
  signIn: "Sign in",
  subject: (service) => `The account at ${service} will be deleted`,
  reminderSubject: (service) => `Your account at ${service} will be deleted soon`,
  headline: "The account will be deleted",
  owner:
    "Someone asked to delete your account. Checks and alerts have stopped, and the status pages are offline. Until the time below, you can sign in and keep the account. Then everything in it is permanently deleted.",
  reminder:
    "As requested, your account will be permanently deleted at the time below. Until then, you can sign in and keep it.",
  member: (ownerEmail) =>
    `You belong to the account of ${ownerEmail}, which will be deleted. Its checks and alerts have stopped. Only its owner can keep it.`,
  backups: "Backups made by the service operator remain until the operator deletes them."
}

const german: Words = {
  word: "KONTO",
  account: "Konto von",
  requested: "Beantragt",
  deletes: "Wird gelöscht",
  keep: "Konto behalten",
  signIn: "Anmelden",
  subject: (service) => `Das Konto bei ${service} wird gelöscht`,
  reminderSubject: (service) => `Ihr Konto bei ${service} wird bald gelöscht`,
  headline: "Das Konto wird gelöscht",
  owner:
    "Jemand hat beantragt, Ihr Konto zu löschen. Nichts wird mehr geprüft, es werden keine Alarme verschickt, und die Statusseiten sind nicht mehr erreichbar. Bis zum unten genannten Zeitpunkt können Sie sich anmelden und das Konto behalten. Danach wird alles darin endgültig gelöscht.",
  reminder:
    "Ihr Konto wird wie beantragt zum unten genannten Zeitpunkt endgültig gelöscht. Bis dahin können Sie sich anmelden und es behalten.",
  member: (ownerEmail) =>
    `Das Konto von ${ownerEmail}, zu dem Sie gehören, wird gelöscht. Nichts wird mehr geprüft, und es werden keine Alarme verschickt. Nur der Inhaber kann es behalten.`,
  backups: "Sicherungen, die der Betreiber des Dienstes gemacht hat, bleiben bestehen, bis er sie löscht."
}

const languages: Readonly<Record<Language, Words>> = { en: english, de: german }

type Recipient = DeletionNotice["recipients"][number]

const momentOf = (at: Date, { language, timezone }: Recipient): string =>
  zonedTimeIn(at, { language, timeZone: timezone })

/** Emails the people of an account that the account will be deleted, or reminds its owner. */
export const sendDeletionNotice = Effect.fn("sendDeletionNotice")(function* (notice: DeletionNotice) {
  const { accountId, deletesAt, kind, ownerEmail, recipients, requestedAt } = notice
  const identity = yield* DeliveryIdentity
  const outgoing = yield* OutgoingMail
  for (const recipient of recipients) {
    const words = languages[recipient.language]
    const { isOwner } = recipient
    const subject = kind === "reminder" ? words.reminderSubject(identity.service) : words.subject(identity.service)
    const mail = composeNotice(
      {
        tone: "warning",
        word: words.word,
        subject,
        headline: words.headline,
        lead: isOwner ? (kind === "reminder" ? words.reminder : words.owner) : words.member(ownerEmail),
        paragraphs: [words.backups],
        rows: [
          { label: words.account, value: ownerEmail },
          { label: words.requested, value: momentOf(requestedAt, recipient) },
          { label: words.deletes, value: momentOf(deletesAt, recipient) }
        ],
        sections: [],
        link: isOwner
          ? { label: words.keep, url: `${identity.baseUrl}${ACCOUNT_PATH}` }
          : { label: words.signIn, url: `${identity.baseUrl}/signin` }
      },
      {
        to: recipient.email,
        language: recipient.language,
        timeZone: recipient.timezone,
        service: identity.service,
        messageDomain: messageDomainOf(identity),
        settingsUrl: null,
        stopUrl: null
      },
      { key: `account-deletion:${accountId}:${kind}:${requestedAt.toISOString()}:${recipient.email}` }
    )
    yield* outgoing.post(mail)
  }
})
