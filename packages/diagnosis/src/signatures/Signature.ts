/** The conditions that recognize a response that is not from the site itself. Every given condition must hold. */
export interface Signature {
  /** The name of the service or program that is shown to people. */
  readonly name: string
  /** A header field, and optionally a text in its value; lower case. */
  readonly header?: readonly [name: string, contains?: string]
  /** Texts that must all be in the source of the page; lower case. */
  readonly source?: ReadonlyArray<string>
  /** A text in the path of the final URL; lower case. */
  readonly path?: string
  readonly statuses?: readonly [from: number, to: number]
  /** Whether the page must be short. Ordinary pages that quote the texts are longer. */
  readonly isShort?: true
  /** The source against which the texts were verified. */
  readonly reference: string
  /** The date of the verification, as year and month. */
  readonly verified: string
}

/** The maximum number of visible characters of a short page. */
export const SHORT_PAGE = 3_000
