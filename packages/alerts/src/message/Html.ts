const MARKUP: unique symbol = Symbol("markup")

/** Markup that is safe in a page. Only `html` can make a value of this type. */
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

/** Builds markup. Escapes all values except markup that `html` has built. Attributes must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Value>): Html => ({
  [MARKUP]: strings
    .map((text, index) => `${text}${index < values.length ? markupOf(values[index] ?? "") : ""}`)
    .join("")
})

export const NOTHING: Html = html``

export const toPage = (markup: Html): string => markup[MARKUP]

export const linkable = (url: string): string | null => {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/u.test(parsed.protocol) ? parsed.href : null
}
