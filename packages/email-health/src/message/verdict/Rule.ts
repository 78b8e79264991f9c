import type { Severity } from "../../rubric/Rule.ts"

/** The part of a message check to which a finding belongs. */
export type MessageComponent = "spf" | "dkim" | "dmarc" | "arc" | "unsubscribe" | "headers" | "content"

/** One rule: the texts, the severity and the standard of a finding. */
export interface MessageRule {
  readonly severity: Severity
  /** The standard or guideline behind the rule. */
  readonly reference: string
  /** A template with placeholders in braces. */
  readonly message: string
  /** The next step for a person, as a template; null if there is nothing to do. */
  readonly step: string | null
}
