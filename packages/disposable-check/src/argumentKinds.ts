import { aFunction, type Kind, oneOf, optional, optionsOf, shape, argumentsOf, aString } from "@mon/bundled/arguments"
import type { CheckOptions, ValidVerdict } from "./Verdict.ts"

export const checkOptionFields = () => ({
  aliases: optional(oneOf("allow", "flag")),
  tiers: optional(oneOf("all", "confirmed"))
})

export const checkOptions = (): Kind => optionsOf<CheckOptions>(checkOptionFields())

/**
 * Throws an error if the options of a check are wrong. Does not check the input, because input that is not a string
 * gets a verdict.
 */
export const acceptOptions = /* @__PURE__ */ argumentsOf("checkDisposable", () => ({
  options: optional(checkOptions())
}))

export const checkerKind = (): Kind =>
  shape<{ readonly check: unknown }>("a checker, as returned by createChecker", { check: aFunction })

export const validVerdict = (): Kind =>
  shape<ValidVerdict>("the verdict on a valid address", {
    valid: oneOf(true),
    domain: aString,
    class: oneOf("disposable", "alias", "privacy", "free", "typo", "none")
  })
