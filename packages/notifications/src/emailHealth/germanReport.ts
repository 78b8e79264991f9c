import { type EmailHealthReport, RUBRIC } from "@mon/email-health/core"
import { germanDetails } from "./germanDetails.ts"
import { germanExtraSteps } from "./germanExtraSteps.ts"
import { germanFindings } from "./germanFindings.ts"
import { germanSteps } from "./germanSteps.ts"
import { germanStepTitles } from "./germanStepTitles.ts"
import { type TemplatePair, translationOf, translationOfSeries } from "./Translation.ts"

/** The placeholders in findings whose values the engine writes in words. */
const DETAILS = new Set(["clients", "detail", "problems", "reason"])

const KEPT: ReadonlyArray<TemplatePair> = [
  [" and your addresses", " und Ihre Adressen"],
  [
    " and those of your addresses that can receive reports",
    " und diejenigen Ihrer Adressen, die Berichte empfangen können"
  ],
  [
    ", but not your addresses, which cannot receive reports",
    ", aber nicht Ihre Adressen, die keine Berichte empfangen können"
  ]
]

const RECORDS: ReadonlyArray<TemplatePair> = [
  ["the MX records of your mail hosts and {txt}", "die MX-Einträge Ihrer Mailserver und {txt}"],
  ["{mx} and {txt}", "{mx} und {txt}"]
]

const detailInGerman = translationOf(germanDetails)
const keptInGerman = translationOf(KEPT)
const recordsInGerman = translationOf(RECORDS)

/** Translates one detail, or several details separated by commas, into German. Unknown details stay in English. */
export const germanDetail = (text: string): string =>
  detailInGerman(text) ??
  text
    .split(", ")
    .map((part) => detailInGerman(part) ?? part)
    .join(", ")

const findingInGerman = translationOf(
  [...RUBRIC].map(([code, { message }]) => [message, germanFindings[code]]),
  (value, name) => (DETAILS.has(name) ? germanDetail(value) : null)
)

const stepInGerman = translationOfSeries([...germanSteps, ...germanExtraSteps], (value, name) => {
  if (name === "addresses") return keptInGerman(value)
  return name === "records" ? recordsInGerman(value) : null
})

/** Translates the message of a finding into German. Messages of later versions of the rubric stay in English. */
export const germanFinding = (message: string): string => findingInGerman(message) ?? message

const titleInGerman = translationOf(germanStepTitles)

/** Translates the title of a step of a repair plan into German. Unknown titles stay in English. */
export const germanStepTitle = (title: string): string => titleInGerman(title) ?? title

/** Translates the text of a step of a repair plan into German. Unknown texts stay in English. */
export const germanStep = (text: string): string => stepInGerman(text) ?? text

export const germanReport = <R extends Pick<EmailHealthReport, "findings" | "steps">>(report: R): R => ({
  ...report,
  findings: report.findings.map((finding) => ({ ...finding, message: germanFinding(finding.message) })),
  steps: report.steps.map((step) => ({ ...step, title: germanStepTitle(step.title), text: germanStep(step.text) }))
})
