import { aUint8Array, nullable, argumentsOf, aString } from "@mon/bundled/arguments"
import { decodeText } from "@mon/bundled/character-sets"

const acceptDecodeBody = /* @__PURE__ */ argumentsOf("decodeBody", () => ({
  body: aUint8Array,
  contentType: nullable(aString)
}))

/**
 * Decodes a body. The encoding is the first that applies: the byte-order mark, the charset of the Content-Type, the
 * encoding that the page declares, UTF-8 if the bytes are valid, and otherwise windows-1252 (WHATWG Encoding and HTML
 * standards). Invalid bytes become U+FFFD.
 *
 * @example
 * decodeBody(new Uint8Array([0x39, 0x80]), "text/html") // => "9€"
 */
export const decodeBody = (body: Uint8Array, contentType: string | null): string => {
  acceptDecodeBody(body, contentType)
  return decodeText(body, contentType)
}
