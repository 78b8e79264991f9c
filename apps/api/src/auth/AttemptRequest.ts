/** The part of a request that identifies the session. */
export interface CookieRequest {
  /** The public URL of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly cookies: Readonly<Record<string, string | undefined>>
}

/** The part of a request that attempt limits need, and from which people recognize their sessions. */
export interface AttemptRequest extends CookieRequest {
  readonly clientAddress: string
  /** The header `User-Agent`, or an empty text. */
  readonly userAgent: string
}
