import { composeNotice, type Email, type EmailAttachment, type Workspace } from "@mon/alerts"
import type { AskedRecipient, DueRecipient, DueReport, Secrets } from "@mon/core-store"
import type { AvailabilityReport, Language } from "@mon/model"
import type { DeliveryIdentitySettings } from "../deliveries/DeliveryIdentity.ts"
import { messageDomainOf } from "../subscribers/composePublication.ts"
import { availabilityCsv } from "./availabilityCsv.ts"
import { reportLetterWords } from "./reportLetterWords.ts"
import { reportNotice } from "./reportNotice.ts"
import type { ReportDays } from "./reportPeriod.ts"
import { reportRecipientUrl } from "./ReportRecipientToken.ts"

const dashboardUrl = (
  baseUrl: string,
  { tag, targetPercent }: Pick<DueReport, "tag" | "targetPercent">,
  { first, last }: ReportDays
): string => {
  const search = new URLSearchParams({
    period: "days",
    from: first,
    to: last,
    ...(tag === null ? {} : { tag }),
    ...(targetPercent === null ? {} : { target: String(targetPercent) })
  })
  return `${baseUrl}/app/reports?${search.toString()}`
}

export interface ReportSender {
  readonly identity: DeliveryIdentitySettings
  readonly secrets: Pick<Secrets["Service"], "sign">
  readonly workspace: Workspace | null
  /** Null if the PDF could not be printed. */
  readonly pdf: Uint8Array | null
}

const fileOf = (filename: string, contentType: string, content: Uint8Array): EmailAttachment => ({
  filename,
  contentType,
  content,
  contentId: null
})

/**
 * Writes the email with a report for one recipient. The Message-ID depends on the report, the days and the recipient.
 */
export const reportLetter = (
  due: DueReport,
  report: AvailabilityReport,
  days: ReportDays,
  { address, isMember, recipientId }: DueRecipient,
  { identity, pdf, secrets, workspace }: ReportSender
): Email => {
  const mail = composeNotice(
    reportNotice(report, {
      name: due.name,
      language: due.language,
      ownerEmail: due.ownerEmail,
      url: isMember ? dashboardUrl(identity.baseUrl, due, days) : null,
      hasPdf: pdf !== null
    }),
    {
      to: address,
      language: due.language,
      timeZone: due.timezone,
      service: identity.service,
      messageDomain: messageDomainOf(identity),
      settingsUrl: null,
      stopUrl: reportRecipientUrl(secrets, identity.baseUrl, recipientId),
      workspace
    },
    { key: `report:${due.id}:${days.first}:${days.last}` }
  )
  const name = `availability-${days.first}-${days.last}`
  const csv = new TextEncoder().encode(availabilityCsv(report).join(""))
  return {
    ...mail,
    attachments: [
      ...(mail.attachments ?? []),
      ...(pdf === null ? [] : [fileOf(`${name}.pdf`, "application/pdf", pdf)]),
      fileOf(`${name}.csv`, "text/csv", csv)
    ]
  }
}

export interface ReportQuestion {
  readonly ownerEmail: string
  readonly language: Language
  /** The time of the email, which makes the Message-ID unique. */
  readonly at: number
}

/**
 * Asks the owner of an address for consent. The email contains no text from the account except its owner's address, so
 * that people cannot use it to send their own texts to strangers.
 */
export const reportQuestionLetter = (
  { address, recipientId }: AskedRecipient,
  { at, language, ownerEmail }: ReportQuestion,
  identity: DeliveryIdentitySettings,
  secrets: Pick<Secrets["Service"], "sign">
): Email => {
  const words = reportLetterWords[language]
  const url = reportRecipientUrl(secrets, identity.baseUrl, recipientId)
  return composeNotice(
    {
      tone: "news",
      word: words.askWord,
      subject: words.askSubject(ownerEmail),
      headline: words.askHeadline,
      lead: words.askLead(ownerEmail),
      rows: [],
      sections: [],
      link: { label: words.askLink, url }
    },
    {
      to: address,
      language,
      timeZone: "UTC",
      service: identity.service,
      messageDomain: messageDomainOf(identity),
      settingsUrl: null,
      stopUrl: url
    },
    { key: `report-question:${recipientId}:${at}` }
  )
}
