import type { CheckOptions, RecordedContent } from "@mon/core-store"
import { type CheckResult, contentFaults, expectationFault, outcomes, type Verdict } from "@mon/uptime-probe"
import { storable } from "../StoredText.ts"

const US_PER_MS = 1_000
const MAX_LINE = 200

/**
 * Returns the facts about the content of a response that are stored. If the check sends credentials, the facts contain
 * no text of the response.
 */
export const recordedContent = (
  { content }: CheckResult,
  { contentMemory, isSecret }: { readonly contentMemory: unknown; readonly isSecret: boolean }
): RecordedContent | null => {
  if (content === undefined) return null
  const { fault, memory } = content
  return {
    fault:
      fault === null
        ? null
        : { ...fault, line: fault.line === null || isSecret ? null : storable(fault.line, MAX_LINE) },
    ...(memory === null || memory === contentMemory ? {} : { memory })
  }
}

/** Whether a check was slow or has a warning. Null if the check failed, or if neither can be determined. */
export const isDegraded = (check: CheckResult, degradedAfterMs: number | null): boolean | null => {
  if (check.verdict !== "up") return null
  if (check.content?.fault) return true
  return degradedAfterMs === null && check.content !== undefined ? false : isSlow(check, degradedAfterMs)
}

/**
 * Whether a check was slow. Null if the check failed, if nothing counts as slow, or if this process was too busy to
 * measure it.
 */
export const isSlow = ({ delayed, totalUs, verdict }: CheckResult, degradedAfterMs: number | null): boolean | null =>
  degradedAfterMs === null || verdict !== "up" || delayed || totalUs === null
    ? null
    : totalUs > degradedAfterMs * US_PER_MS

/**
 * The message of a failed check. If the check sends credentials, the message names only the expectation or the fault,
 * because everybody who receives alerts can read it.
 */
export const failureMessage = ({ content, expectations, message, outcome }: CheckResult, isSecret: boolean): string => {
  const failed = isSecret && outcome === "expectation_failed" ? expectations?.find(({ holds }) => !holds) : undefined
  if (failed !== undefined) return `Expected ${failed.expected}.`
  const fault = isSecret && outcome === "content_fault" ? content?.fault : null
  if (fault) return `${contentFaults[fault.code].title}.`
  return message ?? `${outcomes[outcome].title}.`
}

const MAX_MESSAGE = 500

/** Returns the verdict of a check about a domain, with its error. `isSecret` means that the check sends credentials. */
export const domainVerdict = (
  check: CheckResult,
  isSecret: boolean
): { readonly verdict: Verdict; readonly errorCode: string | null; readonly errorMessage: string | null } => ({
  verdict: check.verdict,
  errorCode: check.outcome === "ok" ? null : check.outcome,
  errorMessage: check.outcome === "ok" ? null : storable(failureMessage(check, isSecret), MAX_MESSAGE)
})

/**
 * Returns the reason why the engine cannot evaluate an expectation, as a sentence that names the expectation. Null if
 * it can evaluate all expectations.
 */
export const expectationsFault = (expect: CheckOptions["expect"]): string | null =>
  expect.map((one, index) => expectationFault(one, `expect[${index}]`)).find((fault) => fault !== null) ?? null

/**
 * Returns the address that Mon checks for a domain: scheme, host, port and path. Leaves out a path that is only a
 * slash.
 */
export const domainAddress = ({ origin, pathname }: URL): string => (pathname === "/" ? origin : origin + pathname)

/** Returns the address that Mon checks for a page: the whole URL except the fragment. */
export const pageAddress = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`
