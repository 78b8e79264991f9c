/** The colour of a message; its first word says the same, for those who do not see the colour. */
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
  /** The text about the number of rows that were left out; null when none were. */
  readonly more: string | null
}

/** A message before it takes a form: everything in it is plain text, nothing is escaped. */
export interface Notice {
  readonly tone: Tone
  /** `DOWN`, `UP`, `CERTIFICATE` */
  readonly word: string
  readonly subject: string
  /** The subject of the message: normally the name of a monitor. */
  readonly headline: string
  /** The event, in a sentence or two. */
  readonly lead: string
  /** Further paragraphs below the lead. Default: none. */
  readonly paragraphs?: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
  readonly sections: ReadonlyArray<Section>
  readonly link: { readonly label: string; readonly url: string } | null
  /** The page that acknowledges an incident. Default: none. */
  readonly acknowledge?: { readonly label: string; readonly url: string } | null
  /** Commands as they stand in the texts, in quotation marks. Default: none. */
  readonly commands?: ReadonlyArray<string>
}

/** A row unless there is nothing to say. */
export const row = (label: string, value: string | null): ReadonlyArray<Row> =>
  value === null || value === "" ? [] : [{ label, value }]

/** A section unless it is empty. */
export const section = (title: string, rows: ReadonlyArray<Row>, more: string | null = null): ReadonlyArray<Section> =>
  rows.length === 0 ? [] : [{ title, rows, more }]

/** A link unless there is no page. */
export const linkTo = (label: string, url: string | null): Notice["link"] => (url === null ? null : { label, url })
