/**
 * A sentence template that an engine uses in English, and its German translation, with the same placeholders in braces.
 */
export type TemplatePair = readonly [english: string, german: string]

type Translate = (text: string) => string | null

/** Translates the value of a placeholder if the value is a word that the engine itself wrote. */
type TranslateValue = (value: string, name: string) => string | null

const PLACEHOLDER = /\{(\w+)\}/gu

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

/** Matches a template at a position. Repeated placeholders must have equal values. */
const patternOf = (template: string, end: string): RegExp => {
  const seen = new Set<string>()
  let source = ""
  let position = 0
  for (const { 0: whole, 1: name = "", index } of template.matchAll(PLACEHOLDER)) {
    source += escaped(template.slice(position, index))
    source += seen.has(name) ? String.raw`\k<${name}>` : `(?<${name}>.*?)`
    seen.add(name)
    position = index + whole.length
  }
  source += escaped(template.slice(position))
  return new RegExp(source + end, "suy")
}

const literalLength = (template: string): number => template.replaceAll(PLACEHOLDER, "").length

/**
 * Makes the rules, and puts templates with more literal text first. A template with little literal text could otherwise
 * match the texts of another template.
 */
const rulesOf = (pairs: ReadonlyArray<TemplatePair>, end: string) =>
  pairs
    .toSorted(([one], [other]) => literalLength(other) - literalLength(one))
    .map(([english, german]) => ({ pattern: patternOf(english, end), german }))

const filled = (german: string, values: Readonly<Record<string, string>>, ofValue: TranslateValue): string =>
  german.replaceAll(PLACEHOLDER, (blank, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? blank) : blank
    return ofValue(value, name) ?? value
  })

const unchanged: TranslateValue = () => null

/**
 * Makes a function that translates texts which the engines store and publish in English. Each text must come from one
 * template.
 */
export const translationOf = (pairs: ReadonlyArray<TemplatePair>, ofValue = unchanged): Translate => {
  const rules = rulesOf(pairs, "$")
  return (text) => {
    for (const { german, pattern } of rules) {
      pattern.lastIndex = 0
      const match = pattern.exec(text)
      if (match !== null) return filled(german, match.groups ?? {}, ofValue)
    }
    return null
  }
}

/**
 * Makes a function that translates texts which come from one or more templates, separated by a space or a line break.
 */
export const translationOfSeries = (pairs: ReadonlyArray<TemplatePair>, ofValue = unchanged): Translate => {
  const rules = rulesOf(pairs, String.raw`(?=[ \n]|$)`)
  const from = (text: string, start: number): string | null => {
    if (start >= text.length) return ""
    for (const { german, pattern } of rules) {
      pattern.lastIndex = start
      const match = pattern.exec(text)
      if (match === null) continue
      const end = start + match[0].length
      const rest = from(text, end + 1)
      if (rest !== null) return filled(german, match.groups ?? {}, ofValue) + (text[end] ?? "") + rest
    }
    return null
  }
  return (text) => (text === "" ? null : from(text, 0))
}
