/** The maximum length of a label, in octets (RFC 1035 section 2.3.4). */
const MAX_LABEL = 63
/**
 * The maximum length of a name on the wire in octets, including the length octet of each label (RFC 1035 section
 * 2.3.4).
 */
const MAX_WIRE = 255
/** The maximum length of a name as text, in characters. An escaped octet takes four characters. */
const MAX_TEXT = 4 * MAX_WIRE
const ORDINARY = /^(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$/
const MAX_ORDINARY = MAX_WIRE - 2
const TOKEN = /\\([0-9]{3})|\\([\u0021-\u002f\u003a-\u007e])|(\.)|([\u0021-\u005b\u005d-\u007e])/y
const PLAIN = /^[\u0021-\u002d\u002f-\u005b\u005d-\u007e]$/

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const octetOf = (token: RegExpExecArray): string | null => {
  const [, decimal, escaped, , plain] = token
  const code = decimal === undefined ? (escaped ?? plain ?? "").charCodeAt(0) : Number(decimal)
  return code <= 255 ? String.fromCharCode(code) : null
}

export const wireLength = (labels: ReadonlyArray<string>): number =>
  labels.reduce((sum, label) => sum + label.length + 1, 1)

/**
 * Returns the labels of a name in lower case, with one latin1 character for each octet. Decodes escapes such as `\.`
 * and `\032` (RFC 1035 section 5.1). Returns [] for the root, and null if the name is invalid.
 */
export const labelsOf = (text: string): ReadonlyArray<string> | null => {
  if (text === "" || text === ".") return []
  if (text.length > MAX_TEXT) return null
  const labels: Array<string> = []
  let label = ""
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)
    if (token === null) return null
    const octet = token[3] === undefined ? octetOf(token) : ""
    if (octet === null || (octet === "" && label === "")) return null
    if (octet === "") labels.push(label)
    label = octet === "" ? "" : label + octet
  }
  if (label !== "") labels.push(label)
  return wireLength(labels) <= MAX_WIRE && labels.every(({ length }) => length <= MAX_LABEL) ? labels.map(lower) : null
}

const ORDINARY_LABEL = /^[a-z0-9_-]+$/

const escape = (octet: string): string => {
  if (PLAIN.test(octet)) return octet
  return octet === "." || octet === "\\" ? `\\${octet}` : `\\${String(octet.charCodeAt(0)).padStart(3, "0")}`
}

/** Returns the presentation form of labels, without a trailing dot. The root is "". */
export const fromLabels = (labels: ReadonlyArray<string>): string =>
  labels.map((label) => (ORDINARY_LABEL.test(label) ? label : Array.from(label, escape).join(""))).join(".")

/**
 * Returns the canonical form of a name: in lower case (RFC 4343), without a trailing dot, and "" for the root. Returns
 * null if the name has an empty label, a label of more than 63 octets, more than 255 octets in total, or unescaped
 * characters outside printable ASCII.
 */
export const normalise = (text: string): string | null => {
  const name = lower(text)
  if (name.length <= MAX_ORDINARY && ORDINARY.test(name)) return name
  const labels = labelsOf(text)
  return labels === null ? null : fromLabels(labels)
}
