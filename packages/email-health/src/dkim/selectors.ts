/** A common selector and the provider that usually owns it; null if many providers use it. */
export interface CommonSelector {
  readonly selector: string
  readonly provider: string | null
}

const of = (provider: string | null, ...selectors: ReadonlyArray<string>): ReadonlyArray<CommonSelector> =>
  selectors.map((selector) => ({ selector, provider }))

/**
 * The 50 selectors that every check queries, most frequent first, compiled from 22 public selector lists in November
 * 2026.
 */
export const COMMON_SELECTORS: ReadonlyArray<CommonSelector> = [
  ...of("Google Workspace", "google"),
  ...of("Microsoft 365", "selector1", "selector2"),
  ...of(null, "default", "k1", "dkim", "s1", "s2", "mail"),
  ...of("Mandrill", "mandrill"),
  ...of("Mailchimp", "k2", "k3"),
  ...of("Zoho Mail", "zoho", "zmail"),
  ...of(null, "smtp"),
  ...of("Proton Mail", "protonmail", "protonmail2", "protonmail3"),
  ...of("Fastmail", "fm1", "fm2", "fm3"),
  ...of("iCloud Mail", "sig1"),
  ...of("Mailjet", "mailjet"),
  ...of("Postmark", "pm"),
  ...of("Amazon SES", "amazonses"),
  ...of("SendGrid", "sendgrid", "smtpapi"),
  ...of(null, "key1", "key2", "email", "dkim1", "selector"),
  ...of("Brevo", "brevo1", "brevo2"),
  ...of("Resend", "resend"),
  ...of("Klaviyo", "kl"),
  ...of("Campaign Monitor", "cm"),
  ...of("Zendesk", "zendesk1", "zendesk2"),
  ...of("Global Micro", "mxvault"),
  ...of("Everlytic", "everlytickey1", "everlytickey2"),
  ...of("Constant Contact", "ctct1"),
  ...of("HubSpot", "hs1", "hs2"),
  ...of(null, "mx", "s1024", "s2048"),
  ...of("IONOS", "s1-ionos"),
  ...of("Hostinger", "hostingermail-a")
]

/** The additional selectors that a mail provider's id, or a host in the SPF record, suggests. */
const SUGGESTED: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["ionos", ["s2-ionos"]],
  ["hostinger", ["hostingermail-b", "hostingermail-c"]],
  ["strato", ["strato-dkim-0002"]],
  ["mimecast", ["mimecast", "mimecast20220101"]],
  ["proofpoint", ["pp1"]],
  ["barracuda", ["barracuda"]],
  ["mailgun", ["pic", "krs", "mailo"]],
  ["mailgun.org", ["pic", "krs", "mailo"]],
  ["sparkpostmail.com", ["scph", "scph1", "scph2"]],
  ["mtasv.net", ["mtasv", "pm-bounces"]],
  ["turbo-smtp.com", ["turbo-smtp"]],
  ["smtp2go.com", ["smtp2go"]],
  ["freshdesk.com", ["freshdesk", "fd"]]
])

/** The provider to which each CNAME target of a key record belongs. */
export const KEY_HOSTS: ReadonlyMap<string, string> = new Map([
  ["onmicrosoft.com", "Microsoft 365"],
  ["dkim.mail.microsoft", "Microsoft 365"],
  ["domainkey.google.com", "Google Workspace"],
  ["dkim.mcsv.net", "Mailchimp"],
  ["dkim2.mcsv.net", "Mailchimp"],
  ["dkim3.mcsv.net", "Mailchimp"],
  ["dkim.mandrillapp.com", "Mandrill"],
  ["sendgrid.net", "SendGrid"],
  ["dkim.amazonses.com", "Amazon SES"],
  ["domains.proton.ch", "Proton Mail"],
  ["fmhosted.com", "Fastmail"],
  ["messagingengine.com", "Fastmail"],
  ["icloudmailadmin.com", "iCloud Mail"],
  ["zendesk.com", "Zendesk"],
  ["hubspotemail.net", "HubSpot"],
  ["constantcontact.com", "Constant Contact"],
  ["klaviyomail.com", "Klaviyo"],
  ["brevo.com", "Brevo"],
  ["ionos.com", "IONOS"],
  ["mail.hostinger.com", "Hostinger"],
  ["mailgun.org", "Mailgun"]
])

const MAX_SUGGESTED = 3

/** Returns the selectors that the domain's provider and SPF includes suggest, without the 50 common selectors. */
export const suggestSelectors = (
  providerIds: ReadonlyArray<string>,
  includes: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const hosts = includes.flatMap((name) => name.split(".").map((_, index, labels) => labels.slice(index).join(".")))
  const found = [...providerIds, ...hosts].flatMap((key) => SUGGESTED.get(key) ?? [])
  const common = new Set(COMMON_SELECTORS.map(({ selector }) => selector))
  return [...new Set(found)].filter((selector) => !common.has(selector)).slice(0, MAX_SUGGESTED)
}
