import type { Checker } from "./Checker.ts"
import { makeFace } from "./Face.ts"

// An import of node:fs builds its whole module facade, promises and streams included: several times what all the rest takes.
const face = makeFace(() => process.getBuiltinModule("node:fs").readFileSync(new URL("../table/disposable.bin", import.meta.url)))

/**
 * Judges an address or a domain by the table of this package; every outcome is a value, nothing is thrown.
 *
 * @example
 * const verdict = checkDisposable("Bob <bob@sub.mailinator.com>")
 * verdict.valid && verdict.disposable // => true
 * verdict.valid && verdict.rule // => "mailinator.com"
 */
export const checkDisposable: Checker["check"] = face.checkDisposable

/**
 * The short question: reads the domain only and allocates nothing for ordinary input; false for what is no address and no domain.
 *
 * @example
 * isDisposable("bob@mailinator.com") // => true
 * isDisposable("bob@duck.com", { aliases: "flag" }) // => true
 */
export const isDisposable: Checker["isDisposable"] = face.isDisposable

/**
 * The class alone: `disposable`, `alias`, `privacy`, `free`, `none` or `invalid`.
 *
 * @example
 * mailClass("anna@proton.me") // => "privacy"
 */
export const mailClass: Checker["mailClass"] = face.mailClass

/**
 * The opened table behind these functions; the file is read at the first call.
 *
 * @example
 * checker().info.rules > 72_000 // => true
 */
export const checker: () => Checker = face.checker
