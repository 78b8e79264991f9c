import { BLACKLIST_RULES } from "./blacklistRules.ts"
import { DKIM_RULES } from "./dkimRules.ts"
import { DMARC_RULES } from "./dmarcRules.ts"
import { EXTRA_RULES } from "./extraRules.ts"
import { MX_RULES } from "./mxRules.ts"
import type { ComponentName, Rule, Severity } from "./Rule.ts"
import { SPF_RULES } from "./spfRules.ts"

/**
 * The version of the rubric. It changes whenever scores can change: because of a new cap, deduction, weight, grade or
 * check.
 */
export const RUBRIC_VERSION = "2026.11.3"

const PARTS = {
  mx: MX_RULES,
  spf: SPF_RULES,
  dkim: DKIM_RULES,
  dmarc: DMARC_RULES,
  blacklist: BLACKLIST_RULES,
  extras: EXTRA_RULES
} as const

type Parts = typeof PARTS
/** The component to which a finding belongs: a scored component, or `extras`. */
export type FindingComponent = keyof Parts
/** The stable code of a finding: a key of {@link RUBRIC}. */
export type FindingCode = { [Part in FindingComponent]: keyof Parts[Part] }[FindingComponent]

/** A rule and its component. */
export interface RubricRule extends Rule {
  readonly component: FindingComponent
}

/** All rules, with their caps and deductions. Caps are applied before deductions. */
export const RUBRIC: ReadonlyMap<FindingCode, RubricRule> = new Map(
  Object.entries(PARTS).flatMap(([component, rules]) =>
    Object.entries(rules).map(([code, rule]): readonly [FindingCode, RubricRule] => [
      code as FindingCode,
      { ...rule, component: component as FindingComponent }
    ])
  )
)

/** The weights of the components, in percent of the total score. */
export const WEIGHTS: Readonly<Record<ComponentName, number>> = { mx: 20, spf: 25, dkim: 20, dmarc: 25, blacklist: 10 }

/** The grade of a score. {@link GRADES} contains the lowest score of each grade. */
export type Grade = "A" | "B" | "C" | "D" | "F"

/** The lowest score of each grade. */
export const GRADES: ReadonlyArray<readonly [Grade, number]> = [
  ["A", 90],
  ["B", 80],
  ["C", 70],
  ["D", 60],
  ["F", 0]
]

/** A limit on the total score that applies regardless of the other components. */
export interface OverallCap {
  /** The findings that must all be present for the limit to apply. */
  readonly found: ReadonlyArray<FindingCode>
  readonly cap: number
  readonly reason: string
}

const CANNOT_RECEIVE = "Email to the domain cannot arrive, and replies to its email are lost."
const UNUSABLE_KEY = "Receivers ignore all of the domain's signatures."

/** The limits on the total score for problems that the weights of the components would hide. */
export const OVERALL_CAPS: ReadonlyArray<OverallCap> = [
  { found: ["domain_not_found"], cap: 0, reason: "The domain does not exist." },
  { found: ["mx_missing"], cap: 59, reason: CANNOT_RECEIVE },
  { found: ["mx_none_resolves"], cap: 59, reason: CANNOT_RECEIVE },
  { found: ["mx_all_private"], cap: 59, reason: CANNOT_RECEIVE },
  { found: ["spf_missing", "dkim_none"], cap: 59, reason: "Receivers cannot authenticate any of the domain's email." },
  { found: ["listed_tier1"], cap: 59, reason: "Most receivers reject email from the domain's own hosts." },
  { found: ["spf_pass_all"], cap: 69, reason: "Anyone can send email in the domain's name." },
  { found: ["dkim_none_usable"], cap: 79, reason: UNUSABLE_KEY },
  { found: ["dkim_short_key"], cap: 79, reason: UNUSABLE_KEY },
  { found: ["listed_tier2"], cap: 79, reason: "Some receivers reject email from the domain's own hosts." }
]

export const STATUS_OF: Readonly<Record<Severity, "ok" | "warn" | "fail">> = {
  critical: "fail",
  high: "fail",
  medium: "warn",
  low: "ok",
  info: "ok"
}
