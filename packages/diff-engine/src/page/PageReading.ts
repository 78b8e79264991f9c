/** The kind of the content of a page. */
export type PageKind = "html" | "json" | "xml" | "text" | "binary"

/** The comparable text of a page. */
export interface ReadablePage {
  readonly state: "ok"
  readonly kind: PageKind
  readonly title: string | null
  /** The lines, joined by line breaks. For binary content, the size and the SHA-256 of the content. */
  readonly text: string
  /** The SHA-256 of the text, in lower-case hex. */
  readonly hash: string
  /**
   * An identifier of the options and of the version of the extraction. Readings with different configurations cannot be
   * compared.
   */
  readonly configuration: string
}

/** A page that cannot be compared. It never counts as a change. */
export interface UnreadablePage {
  /** The reason as a code. `not_applicable`: an option cannot apply to this kind of content. */
  readonly state: "filter_not_found" | "not_applicable" | "empty" | "blocked" | "too_large"
  /** The reason why the page cannot be compared, as a sentence. */
  readonly reason: string
}

/** The result of reading a page. */
export type PageReading = ReadablePage | UnreadablePage

/** A stored reading of a page. */
export interface StoredReading {
  readonly text: string
  readonly configuration: string
}
