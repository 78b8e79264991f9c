import type { FactCertificate, SslExpiryFact, SslInvalidFact } from "../Fact.ts"
import { linkTo, type Notice, row, type Row } from "../Notice.ts"
import { inDays, timeText } from "../TimeText.ts"
import { nameOf, oneLine, urlText } from "../Words.ts"

const SUBJECT_CHARACTERS = 120

/** Problems of certificates in words: what visitors meet, and what is to be done. */
const PROBLEMS: Readonly<Record<string, string>> = {
  expired: "It has expired: browsers refuse the site until it is renewed.",
  not_yet_valid: "It is not valid yet: its first day is still to come.",
  wrong_host: "It was issued for other names than this one.",
  no_alternative_names: "It names no host in the place where browsers look (subject alternative names).",
  self_signed: "It is self-signed: no browser trusts it.",
  untrusted_root: "It was issued by an authority that browsers do not trust.",
  incomplete_chain: "The server does not send the intermediate certificate: some visitors get through, others do not.",
  chain_expired: "A certificate above it in the chain is out of its dates.",
  weak_key: "Its key is too short.",
  weak_signature: "It is signed with SHA-1 or MD5, which no browser accepts any more.",
  old_protocol: "The server speaks only TLS 1.0 or 1.1, which browsers no longer speak.",
  invalid_chain: "Its chain does not lead to an authority that browsers trust."
}

const problemText = (code: string): string =>
  PROBLEMS[code] ?? `It has a problem: ${oneLine(code, 60).replaceAll("_", " ")}.`

const certificateRows = ({ subject, issuer, validTo }: FactCertificate, timeZone: string): ReadonlyArray<Row> => [
  ...row("Certificate", oneLine(subject, SUBJECT_CHARACTERS)),
  ...row("Issued by", oneLine(issuer, SUBJECT_CHARACTERS)),
  ...row("Valid until", timeText(validTo, timeZone))
]

/** The notice of a certificate that expires soon. */
export const sslExpiryNotice = ({ domain, certificate, link }: SslExpiryFact, timeZone: string): Notice => {
  const { daysRemaining } = certificate
  const expired = daysRemaining < 0
  return {
    tone: daysRemaining <= 3 ? "down" : "warning",
    word: "SSL",
    subject: `SSL ${expired ? "expired" : "expires"} ${inDays(daysRemaining)}: ${nameOf(domain)}`,
    headline: nameOf(domain),
    lead: `The certificate of ${nameOf(domain)} ${expired ? "expired" : "expires"} ${inDays(daysRemaining)}. Renew it${expired ? "" : " before then"}, and look whether the renewal runs by itself.`,
    rows: [...row("URL", urlText(domain.url)), ...certificateRows(certificate, timeZone)],
    sections: [],
    link: linkTo("Open the monitor", link)
  }
}

/** The notice of a certificate that turned bad. */
export const sslInvalidNotice = (
  { domain, problems, certificate, detectedAt, link }: SslInvalidFact,
  timeZone: string
): Notice => ({
  tone: "down",
  word: "SSL",
  subject: `SSL invalid: ${nameOf(domain)}`,
  headline: nameOf(domain),
  lead: `The certificate of ${nameOf(domain)} is not valid. ${problems.slice(0, 5).map(problemText).join(" ")}`.trim(),
  rows: [
    ...row("URL", urlText(domain.url)),
    ...row("Seen", timeText(detectedAt, timeZone)),
    ...(certificate === null ? [] : certificateRows(certificate, timeZone))
  ],
  sections: [],
  link: linkTo("Open the monitor", link)
})
