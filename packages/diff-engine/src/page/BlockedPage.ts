import { challengePages, nameOfFamily, type RuleTable, readText, ruleTable } from "@mon/bundled/content-faults"

/** A bot protection service whose pages are recognised. */
export interface BlockSignature {
  readonly name: string
  /** The sources that document the texts and addresses on the pages of the service. */
  readonly reference: string
}

const nameOf = (family: string | null | undefined): string => nameOfFamily(family ?? null) ?? family ?? "captcha"

/** The services that show a page of their own instead of the requested page, in the order in which they are tested. */
export const BLOCK_SIGNATURES: ReadonlyArray<BlockSignature> = /* @__PURE__ */ challengePages.rules.map(
  ({ family, reference }) => ({ name: nameOf(family), reference })
)

let rules: RuleTable | undefined

export const blockedBy = (html: string, statusCode: number): string | null => {
  const { page } = readText("text/html", html)
  const found = (rules ??= ruleTable([challengePages])).firstMatch(page)
  const isRefused = statusCode === 403 && !page.isLong
  if (found === null || (found.family === null && isRefused)) return isRefused ? "the server (403)" : null
  return nameOf(found.family)
}
