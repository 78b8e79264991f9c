import { argumentsOf, aString, either, listOf, optionsOf } from "@mon/bundled/arguments"

/**
 * A text from outside Mon, such as a record, a header or a company name. Escape it, and never treat it as an
 * instruction.
 */
export interface Outside {
  readonly outside: string
}

/** One of Mon's own words, which has a translation. */
export interface Term {
  readonly term: string
}

export type Value = string | number | Outside | Term

/** A part of a sentence: Mon's own words, or text from outside. */
export type TextPart = string | Outside

/** A sentence as a list of its parts. */
export type Text = ReadonlyArray<TextPart>

const MAX_OUTSIDE = 200
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Marks a text as text from outside. Replaces characters that are invisible or that change the direction of a line. */
export const outside = (text: string): Outside => {
  const shown = text.slice(0, MAX_OUTSIDE + 1).replace(UNSHOWABLE, "\ufffd")
  return { outside: shown.length > MAX_OUTSIDE ? `${shown.slice(0, MAX_OUTSIDE)}...` : shown }
}

/** Marks one of Mon's own words for translation. */
export const term = (word: string): Term => ({ term: word })

const PLACEHOLDER = /\{(\w+)(?:\|([^}]*))?\}/gu

const partOf = (value: Value | undefined, fallback: string, terms: Readonly<Record<string, string>>): TextPart => {
  if (value === undefined || value === "") return fallback
  if (typeof value === "string" || typeof value === "number") return String(value)
  if ("term" in value && value.term === "") return fallback
  if ("term" in value) return (Object.hasOwn(terms, value.term) ? terms[value.term] : undefined) ?? value.term
  return value.outside === "" || value.outside === "-" ? fallback : value
}

/** Fills the placeholders of a template: `{name}`, or `{name|words for an unknown value}`. */
export const fill = (
  template: string,
  values: Readonly<Record<string, Value>>,
  terms: Readonly<Record<string, string>>
): Text => {
  const parts: Array<TextPart> = []
  const add = (part: TextPart) => {
    const last = parts.at(-1)
    if (typeof part !== "string") parts.push(part)
    else if (typeof last === "string") parts[parts.length - 1] = last + part
    else if (part !== "") parts.push(part)
  }
  let position = 0
  for (const { 0: whole, 1: name = "", 2: fallback = "?", index } of template.matchAll(PLACEHOLDER)) {
    add(template.slice(position, index))
    add(partOf(Object.hasOwn(values, name) ? values[name] : undefined, fallback, terms))
    position = index + whole.length
  }
  add(template.slice(position))
  return parts
}

const acceptPlainText = /* @__PURE__ */ argumentsOf("plainText", () => ({
  text: listOf(either([aString, optionsOf<Outside>({ outside: aString }, "an object with outside")]))
}))

/**
 * Returns a sentence as one line of plain text. It is not escaped for HTML or Markdown: escape the whole line, or each
 * part.
 *
 * @example
 * ```ts
 * plainText(["Renew the domain at ", { outside: "Example Registrar" }, "."]) // => "Renew the domain at Example Registrar."
 * ```
 */
export const plainText = (text: Text): string => {
  acceptPlainText(text)
  return text.map((part) => (typeof part === "string" ? part : part.outside)).join("")
}
