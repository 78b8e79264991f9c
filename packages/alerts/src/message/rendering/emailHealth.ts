import { type FactFinding, type FactOf, isBadGrade } from "@mon/model/facts"
import { nameOf, oneLine } from "../ForeignText.ts"
import { capital, enumerate, firstOf, linkTo, type Notice, row, type Row, section, sentence } from "../Notice.ts"
import type { Words } from "../words/en.ts"
import type { Voice } from "../words/Voice.ts"
import { causeText, diagnosisOf } from "./diagnosis.ts"
import { wordFor } from "../words/wordFor.ts"

const FINDINGS_SHOWN = 5
const LISTINGS_SHOWN = 5
const MESSAGE_CHARACTERS = 300
const RECORD_CHARACTERS = 500

const fixText = ({ fix }: FactFinding, { emailHealth }: Words): string =>
  fix === null
    ? ""
    : emailHealth.set(oneLine(fix.type, 10), oneLine(fix.host, 200), oneLine(fix.value, RECORD_CHARACTERS))

const findingRow =
  (words: Words) =>
  (finding: FactFinding): Row => ({
    label: wordFor(words.emailHealth.severities, finding.severity) ?? capital(oneLine(finding.severity, 20)),
    value: `${sentence(oneLine(finding.message, MESSAGE_CHARACTERS))}${fixText(finding, words)}`
  })

const gradeText = (grade: string, score: number, { emailHealth }: Words): string =>
  emailHealth.grade(oneLine(grade, 2), Math.round(score))

const gradeRows = (
  { checkedAt, grade, previousGrade, score }: FactOf<"email_health_alert" | "email_health_recovery">,
  { time, words }: Voice
): ReadonlyArray<Row> => [
  ...row(words.labels.grade, gradeText(grade, score, words)),
  ...row(words.labels.before, previousGrade === null ? null : oneLine(previousGrade, 2)),
  ...row(words.labels.checked, time(checkedAt))
]

export const renderEmailHealthAlert = (fact: FactOf<"email_health_alert">, voice: Voice): Notice => {
  const { diagnosis, findings, grade, monitor, newListings, previousGrade, score } = fact
  const { link, words } = voice
  const { emailHealth } = words
  const name = nameOf(monitor, words)
  const { shown, rest } = firstOf(findings, FINDINGS_SHOWN)
  const isBad = isBadGrade(grade) || newListings.length === 0
  const lists = enumerate(
    newListings.map((list) => oneLine(list, 80)),
    LISTINGS_SHOWN,
    words
  )
  const previous = previousGrade === null ? null : oneLine(previousGrade, 2)
  return {
    tone: grade === "F" || newListings.length > 0 ? "down" : "warning",
    word: emailHealth.word,
    subject: isBad ? emailHealth.badSubject(oneLine(grade, 2), name) : emailHealth.listedSubject(name),
    headline: name,
    lead: [
      ...(isBad ? [emailHealth.bad(name, gradeText(grade, score, words), previous)] : []),
      ...(newListings.length === 0 ? [] : [emailHealth.listed(name, newListings.length, lists)])
    ]
      .join(" ")
      .concat(causeText(diagnosis, voice)),
    rows: gradeRows(fact, voice),
    sections: [
      ...diagnosisOf(diagnosis, voice),
      ...section(emailHealth.todo, shown.map(findingRow(words)), rest === 0 ? null : emailHealth.moreFindings(rest))
    ],
    link: linkTo(words.links.report, link)
  }
}

export const renderEmailHealthRecovery = (fact: FactOf<"email_health_recovery">, voice: Voice): Notice => {
  const { grade, monitor, score } = fact
  const { link, words } = voice
  const name = nameOf(monitor, words)
  return {
    tone: "up",
    word: words.emailHealth.word,
    subject: words.emailHealth.recoveredSubject(name),
    headline: name,
    lead: words.emailHealth.recovered(name, gradeText(grade, score, words)),
    rows: gradeRows(fact, voice),
    sections: [],
    link: linkTo(words.links.report, link)
  }
}
