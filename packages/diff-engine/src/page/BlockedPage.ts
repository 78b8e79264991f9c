import { challengePages, nameOfFamily, type RuleTable, readText, ruleTable } from "@mon/bundled/content-faults"

/** The texts that identify a page of a bot protection service. */
export interface BlockSignature {
  readonly name: string
  /** The sources that document these texts and addresses. */
  readonly reference: string
}

const nameOf = (family: string | null | undefined): string => nameOfFamily(family ?? null) ?? family ?? "captcha"

/** Pages that a service shows instead of the requested page, in the order in which they are tested. */
export const BLOCK_SIGNATURES: ReadonlyArray<BlockSignature> = /* @__PURE__ */ challengePages.rules.map(
  ({ family, reference }) => ({ name: nameOf(family), reference })
)

let rules: RuleTable | undefined

/** Returns the name of the service that blocked the page, or null if no service blocked it. */
export const blockedBy = (html: string, statusCode: number): string | null => {
  const { page } = readText("text/html", html)
  const found = (rules ??= ruleTable([challengePages])).firstMatch(page)
  const isRefused = statusCode === 403 && !page.isLong
  if (found === null || (found.family === null && isRefused)) return isRefused ? "the server (403)" : null
  return nameOf(found.family)
}
