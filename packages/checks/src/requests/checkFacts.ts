import { type CheckResult, outcomes, type Verdict } from "@mon/uptime-probe"
import { storable } from "../StoredText.ts"

const US_PER_MS = 1_000

/** Whether a check was slow. Null: it failed, this process was too busy to say, or nothing counts as slow. */
export const isSlow = ({ delayed, totalUs, verdict }: CheckResult, degradedAfterMs: number | null): boolean | null =>
  degradedAfterMs === null || verdict !== "up" || delayed || totalUs === null
    ? null
    : totalUs > degradedAfterMs * US_PER_MS

/**
 * The message of a check that was not successful. If the check sent credentials, the message names the expectation
 * only, because everybody who gets alerts reads it.
 */
export const failureMessage = ({ expectations, message, outcome }: CheckResult, isSecret: boolean): string => {
  const failed = isSecret && outcome === "expectation_failed" ? expectations?.find(({ holds }) => !holds) : undefined
  if (failed !== undefined) return `Expected ${failed.expected}.`
  return message ?? `${outcomes[outcome].title}.`
}

const MAX_MESSAGE = 500

/** What a check says about a domain. `isSecret`: the check sends credentials. */
export const domainVerdict = (
  check: CheckResult,
  isSecret: boolean
): { readonly verdict: Verdict; readonly errorCode: string | null; readonly errorMessage: string | null } => ({
  verdict: check.verdict,
  errorCode: check.outcome === "ok" ? null : check.outcome,
  errorMessage: check.outcome === "ok" ? null : storable(failureMessage(check, isSecret), MAX_MESSAGE)
})
