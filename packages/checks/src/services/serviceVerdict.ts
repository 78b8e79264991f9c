import { serviceFields, type ServiceCheck, sealedTexts } from "@mon/model"
import { outcomes, type ServiceCheckResult, type Verdict } from "@mon/uptime-probe"
import { storable } from "../StoredText.ts"

const US_PER_MS = 1_000
const MAX_MESSAGE = 500

/** The part of a message after which it repeats the service's answer. */
const ANSWER = ", but it is "

/** Whether a check sends secrets, so that nothing of the answer may be in a message that others receive. */
export const isSecretCheck = (check: ServiceCheck): boolean => sealedTexts(serviceFields.check.form, check).size > 0

const messageOf = ({ message, outcome }: ServiceCheckResult, isSecret: boolean): string => {
  const text = message ?? `${outcomes[outcome].title}.`
  const at = isSecret && outcome === "wrong_answer" ? text.indexOf(ANSWER) : -1
  return at === -1 ? text : `${text.slice(0, at)}.`
}

/** Returns the verdict of a check of a service, with its error. */
export const serviceVerdict = (
  result: ServiceCheckResult,
  isSecret: boolean
): { readonly verdict: Verdict; readonly errorCode: string | null; readonly errorMessage: string | null } => ({
  verdict: result.verdict,
  errorCode: result.outcome === "ok" ? null : result.outcome,
  errorMessage: result.outcome === "ok" ? null : storable(messageOf(result, isSecret), MAX_MESSAGE)
})

/**
 * Whether a check was slow. Null if the check failed, if nothing counts as slow, or if this process was too busy to
 * measure it.
 */
export const isSlowService = (
  { delayed, totalUs, verdict }: ServiceCheckResult,
  degradedAfterMs: number | null
): boolean | null =>
  degradedAfterMs === null || verdict !== "up" || delayed || totalUs === null
    ? null
    : totalUs > degradedAfterMs * US_PER_MS
