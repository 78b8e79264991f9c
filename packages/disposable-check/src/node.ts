import type { Checker } from "./Checker.ts"
import { makeLazyChecker } from "./LazyChecker.ts"

// An import of node:fs builds its whole module facade, promises and streams included: several times what all the rest takes.
const builtin = <Name extends "node:fs" | "node:module">(name: Name) => process.getBuiltinModule(name)

/** Beside this module, or, when a bundler has moved this module away, where the package is installed. */
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
        "disposable.bin is neither beside this program nor installed: keep @mon/disposable-check out of the bundle, or import @mon/disposable-check/edge.",
        { cause }
      )
    }
  }
}

const lazy = makeLazyChecker(readTable)

/**
 * Judges an address or a domain by the table of this package; every outcome is a value, nothing is thrown.
 *
 * @example
 * const verdict = checkDisposable("Bob <bob@sub.mailinator.com>")
 * verdict.valid && verdict.disposable // => true
 * verdict.valid && verdict.rule // => "mailinator.com"
 */
export const checkDisposable: Checker["check"] = lazy.checkDisposable

/**
 * The short question: reads the domain only and allocates nothing for ordinary input; false for what is no address and no domain.
 *
 * @example
 * isDisposable("bob@mailinator.com") // => true
 * isDisposable("bob@duck.com", { aliases: "flag" }) // => true
 */
export const isDisposable: Checker["isDisposable"] = lazy.isDisposable

/**
 * The class alone: `disposable`, `alias`, `privacy`, `free`, `none` or `invalid`.
 *
 * @example
 * mailClass("anna@proton.me") // => "privacy"
 */
export const mailClass: Checker["mailClass"] = lazy.mailClass

/**
 * The opened table behind these functions; the file is read at the first call.
 *
 * @example
 * checker().info.rules > 72_000 // => true
 */
export const checker: () => Checker = lazy.checker
