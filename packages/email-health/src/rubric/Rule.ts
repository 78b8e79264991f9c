/** A component that is scored. */
export type ComponentName = "mx" | "spf" | "dkim" | "dmarc" | "blacklist"
/** The severity of a finding. The list is sorted, most severe first. */
export type Severity = "critical" | "high" | "medium" | "low" | "info"

/** One rule of the rubric. */
export interface Rule {
  readonly severity: Severity
  /** The standard or guideline behind the rule. */
  readonly reference: string
  /** A template with placeholders in braces. */
  readonly message: string
  /** The highest score of the component when this finding is present. */
  readonly cap?: number
  /** The points that are deducted after the caps. */
  readonly deduct?: number
  /** Whether to deduct for each occurrence. Default: once. */
  readonly each?: true
}
