import type { DomainFacts } from "../assessment/Assessment.ts"
import { isUsable } from "../dkim/DkimKey.ts"
import type { FoundKey } from "../dkim/DkimScan.ts"

const OWN_SERVER =
  "Create a 2048-bit key on the server that sends your email, publish its public part, and sign with it."

const PLACES: Readonly<Record<string, string>> = {
  "Google Workspace":
    "In the Google Admin console, go to Apps > Google Workspace > Gmail > Authenticate email. Generate a 2048-bit record, publish it, and start authentication.",
  "Microsoft 365":
    "In Microsoft Defender, go to Email authentication settings > DKIM. Publish the two CNAME records shown there, and enable signing.",
  "Zoho Mail":
    "In the Zoho Mail admin console, go to Domains > Email Configuration > DKIM. Add a selector, publish the record, and verify it.",
  "Proton Mail": "In Proton Mail, go to Settings > Domain names > DKIM. Publish the three CNAME records shown there.",
  Fastmail: "In Fastmail, go to Settings > Domains. Publish the three CNAME records shown there.",
  "iCloud Mail": "In iCloud settings, go to Custom Email Domain. Publish the CNAME record sig1._domainkey shown there.",
  Mailchimp: "In Mailchimp, go to Account > Domains > Authenticate. Publish the CNAME records shown there.",
  Mandrill: "In Mandrill, go to Settings > Sending domains. Publish the records shown there, and test them.",
  SendGrid:
    "In SendGrid, go to Settings > Sender Authentication. Publish the CNAME records shown there, and verify them.",
  "Amazon SES":
    "In the Amazon SES console, go to Identities > Authentication > DomainKeys Identified Mail. Choose Easy DKIM with RSA_2048_BIT, and publish the three CNAME records.",
  Mailjet: "In Mailjet, go to Account settings > Domains > Authenticate. Publish the record shown there.",
  Mailgun: "In Mailgun, go to Sending > Domain settings > Domain keys. Create a 2048-bit key, and publish it.",
  Postmark:
    "In Postmark, go to Sender signatures > DNS settings. Rotate the DKIM key, and publish the record shown there.",
  Brevo: "In Brevo, go to Senders, Domains & Dedicated IPs. Authenticate the domain with the records shown there.",
  Klaviyo: "In Klaviyo, go to Settings > Domains. Publish the records shown there.",
  HubSpot: "In HubSpot, go to Settings > Domains & URLs > Email sending. Publish the two CNAME records shown there.",
  Zendesk: "In Zendesk, go to Admin Center > Channels > Email. Publish the two CNAME records, and enable DKIM.",
  "Constant Contact":
    "In Constant Contact, go to Account settings > Advanced settings. Publish the records shown there.",
  IONOS: "In IONOS, go to Domains & SSL > DNS. Activate DKIM, which renews the CNAME records.",
  Hostinger: "In Hostinger, go to Emails > DNS settings. Publish the CNAME records shown there."
}

const at = (provider: string): string =>
  (Object.hasOwn(PLACES, provider) ? PLACES[provider] : undefined) ??
  `${provider} shows the DKIM records in its settings for the domain. ${OWN_SERVER}`

/**
 * Returns the instructions for creating the next key: at the provider that receives the domain's email, or on the
 * owner's server.
 */
export const signingPlace = ({ mx }: Pick<DomainFacts, "mx">): string =>
  mx.provider === null ? OWN_SERVER : at(mx.provider.name)

const isWeak = (key: FoundKey): boolean => key.status === "weak" || key.status === "malformed" || !isUsable(key)

/** Returns the instructions for replacing the weak keys, grouped by the provider that owns the keys. */
export const rotation = (facts: DomainFacts): string => {
  const weak = facts.dkim.keys.filter((key) => key.status !== "revoked" && isWeak(key))
  const owners = Map.groupBy(weak, ({ provider }) => provider ?? facts.mx.provider?.name ?? null)
  const places = [...owners].map(([provider, keys]) => {
    const names = keys.map(({ selector }) => selector).join(", ")
    return `${names}: ${provider === null ? OWN_SERVER : at(provider)}`
  })
  return [
    "Create a new key with another selector, switch signing to it, and remove the old key a week later.",
    ...(places.length === 0 ? [signingPlace(facts)] : places)
  ].join(" ")
}
