/** The conditions by which an answer is recognized that is not the site's own. Every given condition must hold. */
export interface Signature {
  /** The service or program, for people. */
  readonly name: string
  /** A header field, and a text in its value. Lower case. */
  readonly header?: readonly [name: string, contains?: string]
  /** Texts that are all in the source of the page. Lower case. */
  readonly source?: ReadonlyArray<string>
  /** The path of the final URL contains this. Lower case. */
  readonly path?: string
  readonly statuses?: readonly [from: number, to: number]
  /** Whether the page must be short: real pages that quote the texts are longer. */
  readonly isShort?: true
  /** The source with which the texts were verified. */
  readonly reference: string
  /** The time of the verification, as year and month. */
  readonly verified: string
}

/** The most visible characters of a short page. */
export const SHORT_PAGE = 3_000
