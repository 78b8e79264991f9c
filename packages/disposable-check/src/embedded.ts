import { TABLE_BASE64 } from "../table/embedded.js"
import type { Checker } from "./Checker.ts"
import { makeLazyChecker } from "./LazyChecker.ts"

// Newer runtimes have Uint8Array.fromBase64; TypeScript's library does not declare it yet.
const native: ((text: string) => Uint8Array) | undefined = Reflect.get(Uint8Array, "fromBase64")

// Not Uint8Array.from(text, fn): that is several times slower than a loop.
const decode = (base64: string): Uint8Array => {
  if (native !== undefined) return native.call(Uint8Array, base64)
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

const lazy = makeLazyChecker(() => decode(TABLE_BASE64))

/**
 * Checks an address or a domain against the table inside this module. Never throws.
 *
 * @example
 * checkDisposable("bob@mailinator.com").valid // => true
 */
export const checkDisposable: Checker["check"] = lazy.checkDisposable

/**
 * Whether an address or a domain is disposable. Reads only the domain; false for invalid input.
 *
 * @example
 * isDisposable("bob@mailinator.com") // => true
 */
export const isDisposable: Checker["isDisposable"] = lazy.isDisposable

/**
 * The class of an address or a domain: `disposable`, `alias`, `privacy`, `free`, `none` or `invalid`.
 *
 * @example
 * mailClass("anna@proton.me") // => "privacy"
 */
export const mailClass: Checker["mailClass"] = lazy.mailClass

/**
 * The checker behind these functions; its table is decoded at the first call.
 *
 * @example
 * checker().info.rules > 72_000 // => true
 */
export const checker: () => Checker = lazy.checker
