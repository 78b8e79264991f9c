/** RFC 1035 section 2.3.4: 255 octets on the wire are 253 characters without the trailing dot. */
const MAX_NAME = 253
const MAX_LABEL = 63
const PRINTABLE = /^[\u0021-\u007e]*$/

/** Lower case without trailing dot ("" is the root), or null when it cannot be asked for: empty or long labels, more than 253 characters, not printable ASCII. */
export const normalise = (text: string): string | null => {
  const name = (text.endsWith(".") ? text.slice(0, -1) : text).toLowerCase()
  if (name === "") return text === "" || text === "." ? "" : null
  if (name.length > MAX_NAME || !PRINTABLE.test(name)) return null
  return name.split(".").every((label) => label.length > 0 && label.length <= MAX_LABEL) ? name : null
}
