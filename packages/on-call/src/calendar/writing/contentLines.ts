/** The maximum number of octets in a line, without its line break (RFC 5545 section 3.1). */
const LONGEST = 75

/** Returns the number of octets of a character in UTF-8 (RFC 3629 section 3). */
const octetsOf = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4

/** Folds a line between characters. The space at the start of a continuation line counts as an octet. */
const folded = (line: string): string => {
  if (line.length * 3 <= LONGEST) return line
  let text = ""
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) ?? 0)
    if (octets + size > LONGEST) {
      text += "\r\n "
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}

/** The control characters that a line cannot contain (RFC 5545 section 3.1, CONTROL), except the line break. */
// oxlint-disable-next-line no-control-regex -- they are what it removes
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F]/gu

/** Writes text as a value (RFC 5545 section 3.3.11). */
export const textValue = (text: string): string =>
  text
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(CONTROL, " ")
    .toWellFormed()
    .replaceAll(/[\\;,]/gu, (character) => `\\${character}`)
    .replaceAll("\n", "\\n")

/** Returns the folded lines of a calendar, each followed by CRLF. */
export const contentLines = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => `${folded(line)}\r\n`).join("")

/** Writes an instant in UTC (RFC 5545 section 3.3.5, form 2), without its milliseconds. */
export const utcValue = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/gu, "")}Z`
