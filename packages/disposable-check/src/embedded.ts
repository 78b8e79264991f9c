import { TABLE_BASE64 } from "../table/embedded.js"
import type { Checker } from "./Checker.ts"
import { decodeBase64 } from "./decodeBase64.ts"
import { makeLazyChecker } from "./LazyChecker.ts"

export type { Checker, TableInfo } from "./Checker.ts"
export type { CheckOptions, InvalidReason, InvalidVerdict, MailClass, Tier, ValidVerdict, Verdict } from "./Verdict.ts"

const lazy = makeLazyChecker(() => decodeBase64(TABLE_BASE64))

/**
 * Checks an address or a domain against the table inside this module. Never throws.
 *
 * @example
 * checkDisposable("bob@mailinator.com").valid // => true
 */
export const checkDisposable: Checker["check"] = lazy.checkDisposable

/**
 * Returns whether an address or a domain is disposable; false for invalid input. Reads only the domain.
 *
 * @example
 * isDisposable("bob@mailinator.com") // => true
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
 * Returns the checker behind these functions. Its table is decoded at the first call.
 *
 * @example
 * checker().info.rules > 72_000 // => true
 */
export const checker: () => Checker = lazy.checker
