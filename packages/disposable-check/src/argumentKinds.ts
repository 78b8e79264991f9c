import { aFunction, type Kind, oneOf, optional, optionsOf, shape, argumentsOf, aString } from "@mon/arguments"
import type { Checker } from "./Checker.ts"
import type { CheckOptions, ValidVerdict } from "./Verdict.ts"

/** How strict a check is. */
export const checkOptions = (): Kind =>
  optionsOf<CheckOptions>({
    aliases: optional(oneOf("allow", "flag")),
    tiers: optional(oneOf("all", "confirmed"))
  })

/** Refuses wrong options of a check. Input that is no text has a verdict of its own. */
export const acceptOptions = /* @__PURE__ */ argumentsOf("checkDisposable", () => ({
  options: optional(checkOptions())
}))

/** Anything that checks addresses. */
export const checkerKind = (): Kind => shape<Checker>("a checker, such as createChecker returns", { check: aFunction })

/** The verdict on a valid address or domain. */
export const validVerdict = (): Kind =>
  shape<ValidVerdict>("the verdict on a valid address", {
    valid: oneOf(true),
    domain: aString,
    class: oneOf("disposable", "alias", "privacy", "free", "none")
  })
