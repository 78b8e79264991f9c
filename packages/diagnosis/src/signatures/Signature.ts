/** The conditions by which an answer is recognized that is not the site's own. Every given condition must hold. */
export interface Signature {
  /** The service or program, for people. */
  readonly name: string
  /** A header field, and a text in its value. Lower case. */
  readonly header?: readonly [name: string, contains?: string]
  /** Texts that are all in the source of the page. Lower case. */
  readonly source?: ReadonlyArray<string>
  /** A text in the title. Lower case. */
  readonly title?: string
  /** The path of the final URL contains this. Lower case. */
  readonly path?: string
  readonly statuses?: readonly [from: number, to: number]
  /** The most visible characters: real pages that quote the texts are longer. */
  readonly maxVisible?: number
  /** The source with which the texts were verified. */
  readonly reference: string
  /** The time of the verification, as year and month. */
  readonly verified: string
}

/** For pages that match by their visible text. */
export const SHORT_PAGE = 3_000
/** For pages that are little more than a script. */
export const BARE_PAGE = 400
