import type { FactCertificate, FactOf } from "@mon/model/facts"
import { nameOf, oneLine, urlText } from "../ForeignText.ts"
import { linkTo, type Notice, row, type Row } from "../Notice.ts"
import type { Words } from "../words/en.ts"
import type { Voice } from "../words/Voice.ts"
import { causeText, diagnosisOf } from "./diagnosis.ts"
import { wordFor } from "../words/wordFor.ts"

const SUBJECT_CHARACTERS = 120
const PROBLEMS_SHOWN = 5

const problemText =
  ({ certificate: { otherProblem, problems } }: Words) =>
  (code: string): string =>
    wordFor(problems, code) ?? otherProblem(oneLine(code, 60).replaceAll("_", " "))

const certificateRows = (
  { issuer, subject, validTo }: FactCertificate,
  { time, words: { labels } }: Voice
): ReadonlyArray<Row> => [
  ...row(labels.certificate, oneLine(subject, SUBJECT_CHARACTERS)),
  ...row(labels.issuedBy, oneLine(issuer, SUBJECT_CHARACTERS)),
  ...row(labels.validUntil, time(validTo))
]

export const renderCertificateExpiring = (
  { certificate, monitor }: FactOf<"certificate_expiring">,
  voice: Voice
): Notice => {
  const { link, words } = voice
  const { daysRemaining } = certificate
  const isPast = daysRemaining < 0
  const when = words.inDays(daysRemaining)
  const name = nameOf(monitor, words)
  return {
    tone: daysRemaining <= 3 ? "down" : "warning",
    word: words.certificate.word,
    subject: words.certificate.expiringSubject(isPast, when, name),
    headline: name,
    lead: words.certificate.expiring(isPast, when, name),
    rows: [...row(words.labels.url, urlText(monitor.url)), ...certificateRows(certificate, voice)],
    sections: [],
    link: linkTo(words.links.monitor, link)
  }
}

export const renderCertificateInvalid = (
  { certificate, detectedAt, diagnosis, monitor, problems }: FactOf<"certificate_invalid">,
  voice: Voice
): Notice => {
  const { link, time, words } = voice
  const name = nameOf(monitor, words)
  return {
    tone: "down",
    word: words.certificate.word,
    subject: words.certificate.invalidSubject(name),
    headline: name,
    lead: `${[words.certificate.invalid(name), ...problems.slice(0, PROBLEMS_SHOWN).map(problemText(words))].join(" ")}${causeText(diagnosis, voice)}`,
    rows: [
      ...row(words.labels.url, urlText(monitor.url)),
      ...row(words.labels.detected, time(detectedAt)),
      ...(certificate === null ? [] : certificateRows(certificate, voice))
    ],
    sections: diagnosisOf(diagnosis, voice),
    link: linkTo(words.links.monitor, link)
  }
}
