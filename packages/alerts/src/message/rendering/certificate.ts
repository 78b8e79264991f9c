import type { FactCertificate, FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row, type Row } from "../Notice.ts"
import { inDays, timeText } from "../TimeText.ts"

const SUBJECT_CHARACTERS = 120
const PROBLEMS_SHOWN = 5

/** Problems of certificates, by their codes in `@mon/uptime-probe`. */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["expired", "The certificate has expired. Browsers refuse the site until you renew it."],
  ["not_yet_valid", "The certificate is not valid yet, because its start date is in the future."],
  ["wrong_host", "The certificate was issued for other host names."],
  ["no_alternative_names", "The certificate has no subject alternative names. Browsers accept no other host names."],
  ["self_signed", "The certificate is self-signed, so no browser trusts it."],
  ["untrusted_root", "Browsers do not trust the authority that issued the certificate."],
  ["incomplete_chain", "The server does not send the intermediate certificate, so some browsers refuse the site."],
  [
    "unknown_issuer",
    "The server sends only its own certificate, and browsers do not know the authority that issued it."
  ],
  ["chain_expired", "Another certificate in the chain has expired or is not valid yet."],
  ["weak_key", "The key of the certificate is too short."],
  ["weak_signature", "The certificate is signed with SHA-1 or MD5, which browsers refuse."],
  ["old_protocol", "The server supports only TLS 1.0 or 1.1, which browsers refuse."],
  ["invalid_chain", "The certificate chain does not end at an authority that browsers trust."]
])

const problemText = (code: string): string =>
  PROBLEMS.get(code) ?? `The problem is: ${oneLine(code, 60).replaceAll("_", " ") || "unknown"}.`

const certificateRows = ({ subject, issuer, validTo }: FactCertificate, timeZone: string): ReadonlyArray<Row> => [
  ...row("Certificate", oneLine(subject, SUBJECT_CHARACTERS)),
  ...row("Issued by", oneLine(issuer, SUBJECT_CHARACTERS)),
  ...row("Valid until", timeText(validTo, timeZone))
]

/** The notice of a certificate that expires soon. */
export const renderCertificateExpiring = (
  { certificate, monitor }: FactOf<"certificate_expiring">,
  timeZone: string,
  link: string | null
): Notice => {
  const { daysRemaining } = certificate
  const expires = `${daysRemaining < 0 ? "expired" : "expires"} ${inDays(daysRemaining)}`
  return {
    tone: daysRemaining <= 3 ? "down" : "warning",
    word: "SSL",
    subject: `SSL ${expires}: ${nameOf(monitor)}`,
    headline: nameOf(monitor),
    lead: `The certificate of ${nameOf(monitor)} ${expires}. Renew it${daysRemaining < 0 ? "" : " before then"}, and check that automatic renewal works.`,
    rows: [...row("URL", urlText(monitor.url)), ...certificateRows(certificate, timeZone)],
    sections: [],
    link: linkTo("Open the monitor", link)
  }
}

/** The notice of a certificate that is no longer valid. */
export const renderCertificateInvalid = (
  { certificate, detectedAt, monitor, problems }: FactOf<"certificate_invalid">,
  timeZone: string,
  link: string | null
): Notice => ({
  tone: "down",
  word: "SSL",
  subject: `SSL invalid: ${nameOf(monitor)}`,
  headline: nameOf(monitor),
  lead: [
    `The certificate of ${nameOf(monitor)} is not valid.`,
    ...problems.slice(0, PROBLEMS_SHOWN).map(problemText)
  ].join(" "),
  rows: [
    ...row("URL", urlText(monitor.url)),
    ...row("Detected", timeText(detectedAt, timeZone)),
    ...(certificate === null ? [] : certificateRows(certificate, timeZone))
  ],
  sections: [],
  link: linkTo("Open the monitor", link)
})
