/** A component that is scored. */
export type ComponentName = "mx" | "spf" | "dkim" | "dmarc" | "blacklist"
/** The severity of a finding, most severe first. */
export type Severity = "critical" | "high" | "medium" | "low" | "info"

/** One rule of the rubric. */
export interface Rule {
  readonly severity: Severity
  /** The standard or guideline behind the rule. */
  readonly reference: string
  /** A template with placeholders in braces. */
  readonly message: string
  /** The highest score that the component can have. */
  readonly cap?: number
  /** Points deducted after the caps. */
  readonly deduct?: number
  /** Deduct for each occurrence. Default: once. */
  readonly each?: true
}
