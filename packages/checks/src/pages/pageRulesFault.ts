import { selectorFault } from "@mon/diff-engine"
import type { PageInputs } from "@mon/model"
import { patternFault } from "@mon/uptime-probe"

/** The rules of a page, as they occur in a request. */
type GivenRules = Partial<Pick<PageInputs, "include" | "exclude" | "ignoreLines">>

/**
 * Returns the reason why the rules of a page cannot be used, as a sentence that names the field. Null if the rules can
 * be used.
 */
export const pageRulesFault = async ({ exclude, ignoreLines, include }: GivenRules): Promise<string | null> => {
  for (const [name, selectors] of Object.entries({ include, exclude })) {
    for (const [index, selector] of (selectors ?? []).entries()) {
      const fault = await selectorFault(selector)
      if (fault !== null) return `${name}[${index}]: ${fault}`
    }
  }
  for (const [index, line] of (ignoreLines ?? []).entries()) {
    const fault = "matches" in line ? patternFault(line.matches) : null
    if (fault !== null) return `ignoreLines[${index}].matches: The pattern ${fault}.`
  }
  return null
}
