const MARKUP: unique symbol = Symbol("markup")

/** Markup that is safe to put into a page: only `html` makes it. */
export interface Html {
  readonly [MARKUP]: string
}

const ENTITIES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"]
])

const escape = (text: string): string =>
  text.toWellFormed().replace(/[&<>"']/gu, (character) => ENTITIES.get(character) ?? "")

type Value = string | number | Html | ReadonlyArray<Html>

const markupOf = (value: Value): string => {
  if (typeof value === "string" || typeof value === "number") return escape(String(value))
  return MARKUP in value ? value[MARKUP] : value.map((part) => part[MARKUP]).join("")
}

/**
 * Builds markup: whatever is put in is escaped, unless it was built in this way too. Attributes stand in double quotes.
 */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Value>): Html => ({
  [MARKUP]: strings
    .map((text, index) => `${text}${index < values.length ? markupOf(values[index] ?? "") : ""}`)
    .join("")
})

export const NOTHING: Html = html``

/** The text of a page. */
export const toPage = (markup: Html): string => markup[MARKUP]

/** A URL that may stand in a link: http or https, else null. */
export const linkable = (url: string): string | null => {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/u.test(parsed.protocol) ? parsed.href : null
}
