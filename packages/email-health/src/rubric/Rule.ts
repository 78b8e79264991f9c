/** A component that is scored. */
export type ComponentName = "mx" | "spf" | "dkim" | "dmarc" | "blacklist"
/** The severity of a finding. The list is sorted, most severe first. */
export type Severity = "critical" | "high" | "medium" | "low" | "info"

export interface Rule {
  readonly severity: Severity
  /** The standard or guideline behind the rule. */
  readonly reference: string
  /** A template with placeholders in braces. */
  readonly message: string
  /** The highest score that the component can have if this finding is present. */
  readonly cap?: number
  /** The points that are deducted after the caps have been applied. */
  readonly deduct?: number
  /** Whether to deduct the points for each occurrence. Default: the points are deducted once. */
  readonly each?: true
}
