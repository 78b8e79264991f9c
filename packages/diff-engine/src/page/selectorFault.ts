import { argumentsOf, aString } from "@mon/bundled/arguments"
import { parseJsonPath } from "@mon/bundled/json-path"
import { pageLimits } from "./PageOptions.ts"
import { isJsonPath, requireMatchable, SelectorError } from "./Selection.ts"

const acceptSelectorFault = /* @__PURE__ */ argumentsOf("selectorFault", () => ({ selector: aString }))

/**
 * Returns a sentence that says why a selector cannot be used in `include` or `exclude`, or null if it can be used.
 *
 * @example
 * await selectorFault("#price") // => null
 * await selectorFault("p[[") // => '"p[[" is not a CSS selector.'
 */
export const selectorFault = async (selector: string): Promise<string | null> => {
  acceptSelectorFault(selector)
  if (selector.length > pageLimits.selectorLength)
    return `A selector can have at most ${pageLimits.selectorLength} characters.`
  if (selector.trim() === "") return "A selector must have at least one character."
  const isPath = isJsonPath(selector)
  try {
    if (isPath) parseJsonPath(selector.trim())
    else {
      requireMatchable(selector)
      ;(await import("css-select")).compile(selector)
    }
    return null
  } catch (cause) {
    const { message } = new SelectorError(selector, cause, isPath ? "JSONPath" : "CSS selector")
    return message.replace(/^readPage: /u, "")
  }
}
