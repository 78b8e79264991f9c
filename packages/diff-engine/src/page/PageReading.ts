/** What a body is. */
export type PageKind = "html" | "json" | "xml" | "text" | "binary"

/** A page as it is compared. */
export interface ReadablePage {
  readonly state: "ok"
  readonly kind: PageKind
  readonly title: string | null
  /** Lines joined by line breaks; of something binary its size and SHA-256. */
  readonly text: string
  /** SHA-256 of the text, lower-case hex. */
  readonly hash: string
  /** Names the steps that made the text: readings of another configuration cannot be compared. */
  readonly configuration: string
}

/** A page that cannot be compared; it never counts as a change. */
export interface UnreadablePage {
  readonly state: "filter_not_found" | "empty" | "blocked" | "too_large"
  /** A sentence. */
  readonly reason: string
}

/** What came of reading a page. */
export type PageReading = ReadablePage | UnreadablePage

/** A page that was read earlier, as it was stored. */
export interface StoredReading {
  readonly text: string
  readonly configuration: string
}
