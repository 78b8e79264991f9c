import type { EmailHealthAlertFact, EmailHealthRecoveryFact, FactFinding } from "../Fact.ts"
import { linkTo, type Notice, row, type Row, section } from "../Notice.ts"
import { timeText } from "../TimeText.ts"
import { capital, count, firstOf, nameOf, oneLine, sentence } from "../Words.ts"

const FINDINGS_SHOWN = 5
const LISTINGS_SHOWN = 5
const MESSAGE_CHARACTERS = 300
const RECORD_CHARACTERS = 500
/** Decisions: D and F are bad. */
const BAD = /^[DF]$/u

const fixText = ({ fix }: FactFinding): string =>
  fix === null
    ? ""
    : ` Set ${oneLine(fix.type, 10)} ${oneLine(fix.host, 200)} to: ${oneLine(fix.value, RECORD_CHARACTERS)}`

const findingRow = (finding: FactFinding): Row => ({
  label: capital(oneLine(finding.severity, 20)),
  value: `${sentence(oneLine(finding.message, MESSAGE_CHARACTERS))}${fixText(finding)}`
})

const gradeText = (grade: string, score: number): string => `${oneLine(grade, 2)} (${Math.round(score)} of 100)`

/** The notice of email health that became bad. */
export const emailHealthAlertNotice = (fact: EmailHealthAlertFact, timeZone: string): Notice => {
  const { domain, score, grade, previousGrade, newListings, findings, checkedAt, link } = fact
  const bad = BAD.test(grade)
  const listed = firstOf(
    newListings.map((list) => oneLine(list, 80)),
    LISTINGS_SHOWN
  )
  const { shown, rest } = firstOf(findings, FINDINGS_SHOWN)
  const lists = `${listed.shown.join(", ")}${listed.rest === 0 ? "" : ` and ${listed.rest} more`}`
  return {
    tone: grade === "F" || newListings.length > 0 ? "down" : "warning",
    word: "EMAIL",
    subject: bad ? `Email health ${oneLine(grade, 2)}: ${nameOf(domain)}` : `Blacklisted: ${nameOf(domain)}`,
    headline: nameOf(domain),
    lead: [
      ...(bad
        ? [
            `The email health of ${nameOf(domain)} is now ${gradeText(grade, score)}${previousGrade === null ? "" : `, after ${oneLine(previousGrade, 2)}`}. Mail from it may be refused or end as spam.`
          ]
        : []),
      ...(newListings.length === 0
        ? []
        : [
            `${nameOf(domain)} appeared on ${newListings.length === 1 ? "a blacklist" : count(newListings.length, "blacklist")}: ${lists}.`
          ])
    ].join(" "),
    rows: [
      ...row("Grade", gradeText(grade, score)),
      ...row("Before", previousGrade === null ? null : oneLine(previousGrade, 2)),
      ...row("Checked", timeText(checkedAt, timeZone))
    ],
    sections: section("What to do", shown.map(findingRow), rest === 0 ? null : `and ${count(rest, "more finding")}`),
    link: linkTo("Open the report", link)
  }
}

/** The notice of email health that is good again. */
export const emailHealthRecoveryNotice = (
  { domain, score, grade, previousGrade, checkedAt, link }: EmailHealthRecoveryFact,
  timeZone: string
): Notice => ({
  tone: "up",
  word: "EMAIL",
  subject: `Email health recovered: ${nameOf(domain)}`,
  headline: nameOf(domain),
  lead: `The email health of ${nameOf(domain)} is ${gradeText(grade, score)} again, and it is on no new blacklist.`,
  rows: [
    ...row("Grade", gradeText(grade, score)),
    ...row("Before", previousGrade === null ? null : oneLine(previousGrade, 2)),
    ...row("Checked", timeText(checkedAt, timeZone))
  ],
  sections: [],
  link: linkTo("Open the report", link)
})
