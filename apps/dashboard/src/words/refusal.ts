import type { Catalogue } from "./catalogue.en.ts"
import { fieldLabels } from "./fieldLabels.ts"
import type { Pattern } from "./refusals.en.ts"

/** Matches a field at the beginning of a sentence, such as `expect[0].text`. The word "Enter" may precede the field. */
export const SUBJECT =
  /^(?:Enter )?([a-z][A-Za-z]*)((?:\[\d+\]|\.[A-Za-z]+)*)(?:: | (?=(?:must|cannot|is|does|may|needs)\b))/u
/** Matches a field inside a sentence. Only the names of fields have a capital letter in their middle. */
const INSIDE = /(?<![\w"“„.])[a-z]+[A-Z][A-Za-z]*(?![\w(])/gu

const quoted = (label: string, isGerman: boolean): string => (isGerman ? `„${label}“` : `“${label}”`)

const spelledOut = (name: string): string =>
  name.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`).replace(/^./u, (first) => first.toUpperCase())

const translated = (text: string, patterns: ReadonlyArray<Pattern>): string | null => {
  for (const [pattern, write] of patterns) {
    const [found, ...parts] = pattern.exec(text) ?? []
    if (found !== undefined) return write(...parts)
  }
  return null
}

/**
 * Returns an error message of the API in the language of the screen, with the names of fields that the screen shows. A
 * sentence that names no field and has no translation stays as it is.
 *
 * ```ts
 * refusalText("startsAt must be a time in ISO 8601, such as 2027-01-03T01:00:00Z.", en)
 * // => "“Start” must be a time."
 * ```
 */
export const refusalText = (
  sentence: string,
  { form, language, refusals }: Pick<Catalogue, "form" | "language" | "refusals">
): string => {
  const isGerman = language === "de"
  const whole = translated(sentence, refusals.whole)
  if (whole !== null) return whole
  const labelOf = (path: string): string | undefined => form.labels[path] ?? fieldLabels[path]?.[isGerman ? 1 : 0]
  const [start, name = "", rest = ""] = SUBJECT.exec(sentence) ?? []
  const inside = (text: string): string =>
    text.replaceAll(INSIDE, (word) => {
      const label = labelOf(word)
      return label === undefined ? word : quoted(label, isGerman)
    })
  // The channel screens translate messages about settings, because they know the labels of the settings.
  if (start === undefined || name === "settings") return inside(sentence)
  const parts = [...rest.matchAll(/\[(\d+)\]|\.([A-Za-z]+)/gu)]
  let path = name
  const subject = [quoted(labelOf(name) ?? spelledOut(name), isGerman)]
  for (const [, index, key] of parts) {
    if (index !== undefined) subject.push(`${isGerman ? "Eintrag" : "entry"} ${Number(index) + 1}`)
    if (key === undefined) continue
    path = `${path}.${key}`
    subject.push(quoted(labelOf(path) ?? labelOf(key) ?? spelledOut(key), isGerman))
  }
  const said = sentence.slice(start.length)
  const rewritten = translated(said, refusals.rest)
  const separator = start.endsWith(": ") && !/^[A-Z]/u.test(said) ? ": " : " "
  if (rewritten !== null) return `${subject.join(", ")}${separator}${rewritten}`
  return isGerman
    ? `${subject.join(", ")} wird so nicht angenommen: ${inside(said)}`
    : `${subject.join(", ")}${start.endsWith(": ") ? ": " : " "}${inside(said)}`
}
