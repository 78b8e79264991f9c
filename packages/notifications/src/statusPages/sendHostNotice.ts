import { composeNotice } from "@mon/alerts"
import type { HostNotice } from "@mon/core-store"
import type { Language } from "@mon/model"
import * as Effect from "effect/Effect"
import { DeliveryIdentity } from "../deliveries/DeliveryIdentity.ts"
import { zonedTimeIn } from "../mail/letterTime.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { messageDomainOf } from "../subscribers/composePublication.ts"

interface Words {
  readonly word: string
  readonly link: string
  readonly page: string
  readonly record: string
  readonly since: string
  readonly releases: string
  readonly released: string
  readonly missingSubject: (hostname: string) => string
  readonly missing: (hostname: string, record: string) => string
  readonly releasedSubject: (hostname: string) => string
  readonly releasedText: (hostname: string, record: string) => string
}

const english: Words = {
  word: "STATUS PAGE",
  link: "Open the status page",
  page: "Status page",
  record: "TXT record",
  since: "Missing since",
  releases: "Released at",
  released: "Released at",
  missingSubject: (hostname) => `The TXT record for ${hostname} is missing`,
  missing: (hostname, record) =>
    `Readers can still open your status page at ${hostname}, but the TXT record ${record} is missing. Publish it again, or the host name will be released.`,
  releasedSubject: (hostname) => `${hostname} is released`,
  releasedText: (hostname, record) =>
    `Readers can no longer open your status page at ${hostname}, because the TXT record ${record} was missing for 7 days. To get the host name back, publish the record again, then check it in the page's settings.`
}

const german: Words = {
  word: "STATUSSEITE",
  link: "Statusseite öffnen",
  page: "Statusseite",
  record: "TXT-Eintrag",
  since: "Fehlt seit",
  releases: "Wird freigegeben",
  released: "Freigegeben",
  missingSubject: (hostname) => `Der TXT-Eintrag von ${hostname} fehlt`,
  missing: (hostname, record) =>
    `Ihre Statusseite ist unter ${hostname} noch erreichbar, aber der TXT-Eintrag ${record} fehlt. Veröffentlichen Sie ihn wieder. Sonst wird der Hostname freigegeben.`,
  releasedSubject: (hostname) => `${hostname} ist freigegeben`,
  releasedText: (hostname, record) =>
    `Ihre Statusseite ist unter ${hostname} nicht mehr erreichbar, weil der TXT-Eintrag ${record} 7 Tage lang fehlte. Um den Hostnamen zurückzubekommen, veröffentlichen Sie den Eintrag wieder und prüfen Sie ihn in den Einstellungen der Seite.`
}

const languages: Readonly<Record<Language, Words>> = { en: english, de: german }

const momentOf = (at: Date, { language, timezone }: HostNotice["owner"]): string =>
  zonedTimeIn(at, { language, timeZone: timezone })

/** Emails the owner of a status page that its host name will be released, or has been released. */
export const sendHostNotice = Effect.fn("sendHostNotice")(function* (notice: HostNotice) {
  const { absentSince, hostname, kind, owner, pageId, pageName, releasesAt } = notice
  const identity = yield* DeliveryIdentity
  const words = languages[owner.language]
  const record = `_mon.${hostname}`
  const isMissing = kind === "missing"
  const mail = composeNotice(
    {
      tone: "warning",
      word: words.word,
      subject: isMissing ? words.missingSubject(hostname) : words.releasedSubject(hostname),
      headline: hostname,
      lead: isMissing ? words.missing(hostname, record) : words.releasedText(hostname, record),
      rows: [
        { label: words.page, value: pageName },
        { label: words.record, value: record },
        { label: words.since, value: momentOf(absentSince, owner) },
        { label: isMissing ? words.releases : words.released, value: momentOf(releasesAt, owner) }
      ],
      sections: [],
      link: { label: words.link, url: `${identity.baseUrl}/app/status-pages/${pageId}` }
    },
    {
      to: owner.email,
      language: owner.language,
      timeZone: owner.timezone,
      service: identity.service,
      messageDomain: messageDomainOf(identity),
      settingsUrl: `${identity.baseUrl}/app/settings/alerts`,
      stopUrl: null
    },
    { key: `status-page-host:${pageId}:${kind}:${absentSince.toISOString()}` }
  )
  yield* (yield* OutgoingMail).postUnlessRefused(mail)
})
