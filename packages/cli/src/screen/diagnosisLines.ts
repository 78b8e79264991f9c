import type { Records } from "@mon/api-contract/plain"
import type { Paint } from "./paint.ts"
import { shownText } from "./shownText.ts"

type Diagnosis = Records["IncidentDiagnosis"]
type Cause = Diagnosis["causes"][number]

/** The place where a diagnosis was made, which determines the description of the role `mon_operator`. */
type Place = "this machine" | "the service"

const WHO: ReadonlyMap<string, string> = new Map([
  ["domain_owner", "the domain's owner"],
  ["dns_operator", "whoever runs the DNS"],
  ["site_operator", "whoever runs the server"],
  ["developer", "the site's developers"],
  ["hosting_customer", "the hosting provider's customer"],
  ["network_operator", "the network operator"],
  ["mail_operator", "whoever runs the email"],
  ["monitor_owner", "the monitor's owner"]
])

/** Returns the words for a responsible role. A newer service may send roles that this version does not know. */
const whoText = (who: string, place: Place): string =>
  who === "mon_operator" ? `whoever runs ${place}` : (WHO.get(who) ?? shownText(who.replaceAll("_", " ")))

const percent = (confidence: number): string => `${Math.round(confidence * 100)} %`

const sentences = (label: string, evidence: Cause["evidence"]): ReadonlyArray<string> =>
  evidence.map(({ text }) => `  ${label}${shownText(text)}`)

const causeLines = (cause: Cause, paint: Paint, place: Place): ReadonlyArray<string> => [
  `${paint("bold", shownText(cause.title))} (${percent(cause.confidence)})`,
  `  Next step, for ${whoText(cause.who, place)}: ${shownText(cause.nextStep).replaceAll("`", '"')}`,
  ...sentences("+ ", cause.evidence),
  ...sentences("- ", cause.against)
]

export const diagnosisLines = (
  diagnosis: Diagnosis | null | undefined,
  paint: Paint,
  place: Place
): ReadonlyArray<string> => {
  if (diagnosis === null || diagnosis === undefined) return []
  const { causes, missing, result, title } = diagnosis
  return [
    "",
    `${result === "known" ? "Likely cause" : "Diagnosis"}: ${shownText(title)}`,
    ...causes.flatMap((cause) => ["", ...causeLines(cause, paint, place)]),
    ...(result === "known" || missing.length === 0
      ? []
      : ["", `These facts would help: ${shownText(missing.join("; "))}.`])
  ]
}
