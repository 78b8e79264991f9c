import type { Words } from "./words/en.ts"

/**
 * The tone of a message, which determines its colour. The first word of the message has the same meaning, for people
 * who do not see the colour.
 */
export type Tone = "down" | "up" | "warning" | "news"

/** A label and its value. */
export interface Row {
  readonly label: string
  readonly value: string
}

/** A list within a message. */
export interface Section {
  readonly title: string
  readonly rows: ReadonlyArray<Row>
  /** The text that states the number of omitted rows. Null if all rows are shown. */
  readonly more: string | null
  /**
   * Whether the last rows are the most important rows, so that the first rows are left out if not all rows fit.
   * Default: false.
   */
  readonly keepsEnd?: boolean
}

/** A message before it is formatted. All its texts are plain text, and nothing is escaped. */
export interface Notice {
  readonly tone: Tone
  /** The first word, such as `DOWN`, `UP` or `CERTIFICATE`. */
  readonly word: string
  readonly subject: string
  /** The headline, which normally is the name of a monitor. */
  readonly headline: string
  /** A sentence or two about the event. */
  readonly lead: string
  /** Further paragraphs after the lead. Default: none. */
  readonly paragraphs?: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
  readonly sections: ReadonlyArray<Section>
  readonly link: { readonly label: string; readonly url: string } | null
  /** The page that acknowledges an incident. Default: none. */
  readonly acknowledge?: { readonly label: string; readonly url: string } | null
  /** The commands that the texts contain, including the quotation marks around them. Default: none. */
  readonly commands?: ReadonlyArray<string>
}

export const row = (label: string, value: string | null): ReadonlyArray<Row> =>
  value === null || value === "" ? [] : [{ label, value }]

export const section = (title: string, rows: ReadonlyArray<Row>, more: string | null = null): ReadonlyArray<Section> =>
  rows.length === 0 ? [] : [{ title, rows, more }]

export const linkTo = (label: string, url: string | null): Notice["link"] => (url === null ? null : { label, url })

const HOST = /^[a-z\d-]+(?:\.[a-z\d-]+)+(?=[\s:/]|$)/u

export const capital = (text: string): string => (HOST.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1))

export const sentence = (text: string): string => capital(/[.!?…]$/u.test(text) ? text : `${text}.`)

export const firstOf = <A>(
  items: ReadonlyArray<A>,
  longest: number
): { readonly shown: ReadonlyArray<A>; readonly rest: number } => ({
  shown: items.slice(0, longest),
  rest: Math.max(0, items.length - longest)
})

/** Returns a text such as "a, b and 3 more". */
export const enumerate = (items: ReadonlyArray<string>, longest: number, words: Words): string => {
  const { shown, rest } = firstOf(items, longest)
  const list = shown.join(", ")
  return rest === 0 ? list : words.andMore(list, rest)
}

/** Returns the first sentence of a text. A dot inside a name or a number does not end a sentence. */
export const firstSentence = (text: string): string => text.split(/(?<=[.!?…]) (?=\p{Lu})/u, 1)[0] ?? text
