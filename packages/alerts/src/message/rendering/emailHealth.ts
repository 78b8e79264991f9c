import { type FactFinding, type FactOf, isBadGrade } from "@mon/model/facts"
import { nameOf, oneLine } from "../ForeignText.ts"
import { linkTo, type Notice, row, type Row, section } from "../Notice.ts"
import { capital, count, enumerate, firstOf, sentence } from "../Sentence.ts"
import { timeText } from "../TimeText.ts"

const FINDINGS_SHOWN = 5
const LISTINGS_SHOWN = 5
const MESSAGE_CHARACTERS = 300
const RECORD_CHARACTERS = 500

const fixText = ({ fix }: FactFinding): string =>
  fix === null
    ? ""
    : ` Set ${oneLine(fix.type, 10)} ${oneLine(fix.host, 200)} to: ${oneLine(fix.value, RECORD_CHARACTERS)}`

const findingRow = (finding: FactFinding): Row => ({
  label: capital(oneLine(finding.severity, 20)),
  value: `${sentence(oneLine(finding.message, MESSAGE_CHARACTERS))}${fixText(finding)}`
})

const gradeText = (grade: string, score: number): string => `${oneLine(grade, 2)} (${Math.round(score)} of 100)`

const gradeRows = (
  { checkedAt, grade, previousGrade, score }: FactOf<"email_health_alert" | "email_health_recovery">,
  timeZone: string
): ReadonlyArray<Row> => [
  ...row("Grade", gradeText(grade, score)),
  ...row("Before", previousGrade === null ? null : oneLine(previousGrade, 2)),
  ...row("Checked", timeText(checkedAt, timeZone))
]

/** The notice of email health that became bad. */
export const renderEmailHealthAlert = (
  fact: FactOf<"email_health_alert">,
  timeZone: string,
  link: string | null
): Notice => {
  const { findings, grade, monitor, newListings, previousGrade, score } = fact
  const name = nameOf(monitor)
  const { shown, rest } = firstOf(findings, FINDINGS_SHOWN)
  const isBad = isBadGrade(grade) || newListings.length === 0
  const lists = enumerate(
    newListings.map((list) => oneLine(list, 80)),
    LISTINGS_SHOWN
  )
  return {
    tone: grade === "F" || newListings.length > 0 ? "down" : "warning",
    word: "EMAIL",
    subject: isBad ? `Email health ${oneLine(grade, 2)}: ${name}` : `Blacklisted: ${name}`,
    headline: name,
    lead: [
      ...(isBad
        ? [
            `The email health of ${name} is now ${gradeText(grade, score)}.${previousGrade === null ? "" : ` The previous grade was ${oneLine(previousGrade, 2)}.`}`,
            `Email from ${name} may be rejected or marked as spam.`
          ]
        : []),
      ...(newListings.length === 0
        ? []
        : [
            `${name} was added to ${newListings.length === 1 ? "a blacklist" : count(newListings.length, "blacklist")}: ${lists}.`
          ])
    ].join(" "),
    rows: gradeRows(fact, timeZone),
    sections: section("What to do", shown.map(findingRow), rest === 0 ? null : `and ${count(rest, "more finding")}`),
    link: linkTo("Open the report", link)
  }
}

/** The notice of email health that is good again. */
export const renderEmailHealthRecovery = (
  fact: FactOf<"email_health_recovery">,
  timeZone: string,
  link: string | null
): Notice => {
  const { grade, monitor, score } = fact
  return {
    tone: "up",
    word: "EMAIL",
    subject: `Email health recovered: ${nameOf(monitor)}`,
    headline: nameOf(monitor),
    lead: `The email health of ${nameOf(monitor)} has recovered. The grade is now ${gradeText(grade, score)}, and the domain was not added to any blacklist.`,
    rows: gradeRows(fact, timeZone),
    sections: [],
    link: linkTo("Open the report", link)
  }
}
