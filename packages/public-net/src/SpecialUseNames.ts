/** Top-level names reserved for special use, with the document that reserves them. */
export const SPECIAL_USE_NAMES: ReadonlyMap<string, string> = new Map([
  ["alt", "RFC 9476"],
  ["arpa", "RFC 3172"],
  ["example", "RFC 6761"],
  ["internal", "ICANN board resolution 2024.07.29.06"],
  ["invalid", "RFC 6761"],
  ["local", "RFC 6762"],
  ["localhost", "RFC 6761"],
  ["onion", "RFC 7686"],
  ["test", "RFC 6761"]
])
