/** A component that is scored. */
export type ComponentName = "mx" | "spf" | "dkim" | "dmarc" | "blacklist"
/** How much a finding matters, the worst first. */
export type Severity = "critical" | "high" | "medium" | "low" | "info"

/** One line of the rubric. */
export interface Rule {
  readonly severity: Severity
  /** The standard, or who else asks for it. */
  readonly reference: string
  /** Values stand in braces. */
  readonly message: string
  /** The component cannot score more. */
  readonly cap?: number
  /** Taken off after the caps. */
  readonly deduct?: number
  /** Taken off for each time that it is found. */
  readonly each?: true
}
