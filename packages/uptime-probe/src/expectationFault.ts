import { anything, argumentsOf, aString } from "@mon/bundled/arguments"
import { expectation } from "./argumentKinds.ts"

/**
 * Returns the reason why a value is not an expectation, as a sentence that begins with the name of the value. Returns
 * null if it is an expectation.
 *
 * @example
 * ```ts
 * expectationFault({ text: "In stock" }, "expect[0]") // => null
 * expectationFault({ json: "a..b" }, "expect[0]") // => 'expect[0].json must be a JSON path such as "$.data[0].status", but it is the string "a..b".'
 * ```
 */
export const expectationFault = (value: unknown, name: string): string | null => {
  acceptExpectationFault(value, name)
  try {
    const fault = expectation().fault(value)
    return fault === null ? null : `${name}${fault.path} ${fault.problem}.`
  } catch {
    // A getter or a proxy in the value threw an error.
    return `${name} cannot be read.`
  }
}

const acceptExpectationFault = /* @__PURE__ */ argumentsOf("expectationFault", () => ({
  value: anything,
  name: aString
}))
