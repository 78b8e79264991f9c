import { aNumber, argumentsOf } from "@mon/bundled/arguments"
import type { FindingData } from "./Finding.ts"
import { type Grade, GRADES, OVERALL_CAPS, RUBRIC, STATUS_OF, WEIGHTS } from "./Rubric.ts"
import type { ComponentName } from "./Rule.ts"

const acceptGradeOf = /* @__PURE__ */ argumentsOf("gradeOf", () => ({
  score: aNumber("a number from 0 to 100", 0, 100)
}))

/** The status of a component, from its worst finding; `unknown` if the DNS did not answer. */
export type ComponentStatus = "ok" | "warn" | "fail" | "unknown"

/** The score of a component. */
export interface ComponentScore {
  readonly status: ComponentStatus
  /** The score, from 0 to 100; null if unknown. */
  readonly score: number | null
  /** The weight of the component, in percent of the total score. */
  readonly weight: number
}

const MAX_SCORE = 100
const BY_SEVERITY: ReadonlyArray<ComponentStatus> = ["fail", "warn", "ok"]

const ruleOf = ({ code }: FindingData) => RUBRIC.get(code)

/**
 * Applies the caps, then the deductions, down to zero. Points are deducted once for each code, unless its rule has
 * `each`.
 */
export const scoreComponent = (
  component: ComponentName,
  findings: ReadonlyArray<FindingData>,
  known: boolean
): ComponentScore => {
  const weight = WEIGHTS[component]
  if (!known) return { status: "unknown", score: null, weight }
  const seen = findings.map(
    (finding, index) => [ruleOf(finding)?.each ? `${finding.code} ${index}` : finding.code, finding] as const
  )
  const once = [...new Map(seen).values()]
  const cap = Math.min(MAX_SCORE, ...once.map((finding) => ruleOf(finding)?.cap ?? MAX_SCORE))
  const deducted = once.reduce((sum, finding) => sum + (ruleOf(finding)?.deduct ?? 0), 0)
  const statuses = once.map((finding) => STATUS_OF[ruleOf(finding)?.severity ?? "info"])
  return {
    weight,
    score: Math.max(0, cap - deducted),
    status: BY_SEVERITY.find((status) => statuses.some((found) => found === status)) ?? "ok"
  }
}

/** Returns the grade of a score. */
export const gradeOf = (score: number): Grade => {
  acceptGradeOf(score)
  return GRADES.find(([, lowest]) => score >= lowest)?.[0] ?? "F"
}

/** Returns the weighted mean of the known components, rounded down and capped; null if no component is known. */
export const overallScore = (
  components: ReadonlyArray<ComponentScore>,
  findings: ReadonlyArray<FindingData>
): number | null => {
  const known = components.flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]))
  const weights = known.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return null
  const codes = new Set(findings.map(({ code }) => code))
  const caps = OVERALL_CAPS.filter(({ found }) => found.every((code) => codes.has(code))).map(({ cap }) => cap)
  return Math.min(Math.floor(known.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights), ...caps)
}
