import type { DomainExpiryFact } from "../Fact.ts"
import { linkTo, type Notice, row } from "../Notice.ts"
import { dayText, inDays } from "../TimeText.ts"
import { nameOf, oneLine, urlText } from "../Words.ts"

/** The notice of a registration that expires soon. */
export const domainExpiryNotice = (
  { domain, registeredName, expiresAt, daysRemaining, registrar, link }: DomainExpiryFact,
  timeZone: string
): Notice => {
  const expired = daysRemaining < 0
  const name = oneLine(registeredName, 100)
  return {
    tone: daysRemaining <= 7 ? "down" : "warning",
    word: "DOMAIN",
    subject: `Domain ${expired ? "expired" : "expires"} ${inDays(daysRemaining)}: ${nameOf(domain)}`,
    headline: nameOf(domain),
    lead: `The registration of ${name} ${expired ? "expired" : "expires"} ${inDays(daysRemaining)}. ${expired ? "Renew it at once, before somebody else can register it." : "Renew it with the registrar, or see that it renews itself."}`,
    rows: [
      ...row("URL", urlText(domain.url)),
      ...row("Domain", name),
      ...row("Expires", dayText(expiresAt, timeZone)),
      ...row("Registrar", registrar === null ? null : oneLine(registrar, 100))
    ],
    sections: [],
    link: linkTo("Open the monitor", link)
  }
}
