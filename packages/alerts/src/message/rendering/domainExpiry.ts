import type { FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row } from "../Notice.ts"
import { dayText, inDays } from "../TimeText.ts"

/** The notice of a domain registration that expires soon. */
export const renderDomainExpiring = (
  { daysRemaining, expiresAt, monitor, registeredName, registrar }: FactOf<"domain_expiring">,
  timeZone: string,
  link: string | null
): Notice => {
  const expires = `${daysRemaining < 0 ? "expired" : "expires"} ${inDays(daysRemaining)}`
  const name = oneLine(registeredName, 100) || nameOf(monitor)
  return {
    tone: daysRemaining <= 7 ? "down" : "warning",
    word: "DOMAIN",
    subject: `Domain ${expires}: ${nameOf(monitor)}`,
    headline: nameOf(monitor),
    lead: `The registration of ${name} ${expires}. ${daysRemaining < 0 ? "Renew it now, before somebody else registers the name." : "Renew it with the registrar, or check that automatic renewal is on."}`,
    rows: [
      ...row("URL", urlText(monitor.url)),
      ...row("Domain", name),
      ...row("Expires", dayText(expiresAt, timeZone)),
      ...row("Registrar", registrar === null ? null : oneLine(registrar, 100))
    ],
    sections: [],
    link: linkTo("Open the monitor", link)
  }
}
