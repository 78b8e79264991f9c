import type { MxVerdict } from "./classifyByMx.ts"
import type { CheckOptions, InvalidVerdict, ValidVerdict, Verdict } from "./Verdict.ts"

/**
 * The result of the online check: the verdict, the DNS result, and the mail host that determined the verdict. The DNS
 * result is `not_queried` if the input or the table was sufficient.
 */
export type OnlineVerdict =
  | { readonly verdict: InvalidVerdict; readonly mail: "not_queried"; readonly host: null }
  | (Omit<MxVerdict, "mail"> & { readonly mail: MxVerdict["mail"] | "not_queried" })

/** The options of an online check: its strictness and its timeout. */
export interface OnlineOptions extends CheckOptions {
  /** The DNS timeout in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number
}

export const DEFAULT_TIMEOUT_MS = 5_000

/** Returns whether the mail hosts can change a verdict. They can if no rule applies to the domain. */
export const needsLookup = (verdict: Verdict): verdict is ValidVerdict =>
  verdict.valid && verdict.class === "none" && !verdict.domain.startsWith("[")

export const notQueried = (verdict: Verdict): OnlineVerdict =>
  verdict.valid ? { verdict, mail: "not_queried", host: null } : { verdict, mail: "not_queried", host: null }

export const tooSlow = (timeoutMs: number): string => `DNS did not respond within ${timeoutMs} ms.`
