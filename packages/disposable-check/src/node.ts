import type { Checker } from "./Checker.ts"
import { makeLazyChecker } from "./LazyChecker.ts"

// An import of node:fs would initialise the whole module with promises and streams. This would take several times as
// long as everything else in this module.
const builtin = <Name extends "node:fs" | "node:module">(name: Name) => process.getBuiltinModule(name)

/**
 * Reads the table from the folder next to this module. If a bundler moved this module, reads the table from the
 * installed package.
 */
const readTable = (): Uint8Array => {
  const { readFileSync } = builtin("node:fs")
  try {
    return readFileSync(new URL("../table/disposable.bin", import.meta.url))
  } catch (cause) {
    try {
      return readFileSync(
        builtin("node:module")
          .createRequire(import.meta.url)
          .resolve("@mon/disposable-check/disposable.bin")
      )
    } catch {
      throw new Error(
        "disposable.bin was not found. Exclude @mon/disposable-check from the bundle, or import @mon/disposable-check/embedded.",
        { cause }
      )
    }
  }
}

const lazy = makeLazyChecker(readTable)

/**
 * Checks an address or a domain against the table of this package. Never throws.
 *
 * @example
 * const verdict = checkDisposable("Bob <bob@sub.mailinator.com>")
 * verdict.valid && verdict.disposable // => true
 * verdict.valid && verdict.rule // => "mailinator.com"
 */
export const checkDisposable: Checker["check"] = lazy.checkDisposable

/**
 * Returns whether an address or a domain is disposable; false for invalid input. Reads only the domain, without
 * allocations for ordinary input.
 *
 * @example
 * isDisposable("bob@mailinator.com") // => true
 * isDisposable("bob@duck.com", { aliases: "flag" }) // => true
 */
export const isDisposable: Checker["isDisposable"] = lazy.isDisposable

/**
 * Returns the class of an address or a domain: `disposable`, `alias`, `privacy`, `free`, `typo`, `none` or `invalid`.
 *
 * @example
 * mailClass("anna@proton.me") // => "privacy"
 */
export const mailClass: Checker["mailClass"] = lazy.mailClass

/**
 * Returns the checker behind these functions. Its table is read at the first call.
 *
 * @example
 * checker().info.rules > 72_000 // => true
 */
export const checker: () => Checker = lazy.checker
