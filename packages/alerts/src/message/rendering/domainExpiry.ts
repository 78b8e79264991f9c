import type { FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row } from "../Notice.ts"
import type { Voice } from "../words/Voice.ts"

export const renderDomainExpiring = (
  { daysRemaining, expiresAt, monitor, registeredName, registrar }: FactOf<"domain_expiring">,
  { day, link, words }: Voice
): Notice => {
  const { labels, registration } = words
  const isPast = daysRemaining < 0
  const when = words.inDays(daysRemaining)
  const name = nameOf(monitor, words)
  const registered = oneLine(registeredName, 100) || name
  return {
    tone: daysRemaining <= 7 ? "down" : "warning",
    word: registration.word,
    subject: registration.subject(isPast, when, name),
    headline: name,
    lead: registration.lead(isPast, when, registered),
    rows: [
      ...row(labels.url, urlText(monitor.url)),
      ...row(labels.domain, registered),
      ...row(labels.expires, day(expiresAt)),
      ...row(labels.registrar, registrar === null ? null : oneLine(registrar, 100))
    ],
    sections: [],
    link: linkTo(words.links.monitor, link)
  }
}
