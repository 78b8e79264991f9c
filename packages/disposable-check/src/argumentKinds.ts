import { aFunction, type Kind, oneOf, optional, optionsOf, shape, argumentsOf, aString } from "@mon/bundled/arguments"
import type { CheckOptions, ValidVerdict } from "./Verdict.ts"

/** Returns the kinds of the options that decide how strict a check is. */
export const checkOptionFields = () => ({
  aliases: optional(oneOf("allow", "flag")),
  tiers: optional(oneOf("all", "confirmed"))
})

/** Returns the kind of an argument with the options of an offline check. */
export const checkOptions = (): Kind => optionsOf<CheckOptions>(checkOptionFields())

/**
 * Throws an error for wrong options of a check. The input is not checked here, because input that is not a string gets
 * a verdict.
 */
export const acceptOptions = /* @__PURE__ */ argumentsOf("checkDisposable", () => ({
  options: optional(checkOptions())
}))

/** Returns the kind of an argument that has a `check` function. */
export const checkerKind = (): Kind =>
  shape<{ readonly check: unknown }>("a checker, as returned by createChecker", { check: aFunction })

/** Returns the kind of an argument that is the verdict on a valid address or domain. */
export const validVerdict = (): Kind =>
  shape<ValidVerdict>("the verdict on a valid address", {
    valid: oneOf(true),
    domain: aString,
    class: oneOf("disposable", "alias", "privacy", "free", "typo", "none")
  })
