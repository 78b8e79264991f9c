/** A request that a site received. */
export interface SiteRequest {
  readonly method: string
  /** The path and the query as sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The Host header. */
  readonly host: string
  readonly body: Buffer
  readonly httpVersion: string
  /** The server name in the TLS handshake (SNI). Null: plain HTTP, or no server name. */
  readonly servername: string | null
  readonly alpn: string | null
  readonly remotePort: number
}

export interface Reply {
  /** Default: 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body?: string | Uint8Array
  /** The wait before the status line, in milliseconds. */
  readonly delayMs?: number
  /** The wait between the headers and the body, in milliseconds. */
  readonly bodyDelayMs?: number
  readonly redirectTo?: never
}

export interface Redirect {
  readonly redirectTo: string
  /** Default: 302. */
  readonly status?: number
  readonly delayMs?: number
}

/**
 * A stage of a connection. `connect`: before the first byte. `tls`: during the handshake. `in-headers`: between header
 * lines. `in-body`: during the body.
 */
export type Stage = "connect" | "tls" | "before-headers" | "in-headers" | "in-body"

export type Behaviour =
  | Reply
  | Redirect
  /** Stops responding at a stage, but keeps the connection open. */
  | { readonly hang: Exclude<Stage, "connect"> }
  /** Sends a TCP reset at a stage. `true`: before the headers. */
  | { readonly reset: Stage | true }
  /** Closes the connection in an orderly way at a stage. */
  | { readonly end: Stage }
  /** Sends body bytes, header lines or interim (1xx) responses without end. */
  | { readonly endless: "body" | "headers" | "interim" }
  /** Sends one byte of the body (or one header line) in each interval, without end. */
  | { readonly drip: "body" | "headers"; readonly everyMs: number }
  /** Sends these bytes instead of an HTTP response, then closes the connection. */
  | { readonly raw: string | Uint8Array }
  /** Completes the TLS handshake after a delay, then behaves like `then`. */
  | { readonly tlsDelayMs: number; readonly then?: Behaviour }
  | ((request: SiteRequest) => Behaviour | Promise<Behaviour>)

/** Returns whether a stage comes before the request. */
export const isEarly = (stage: Stage | true): stage is "connect" | "tls" => stage === "connect" || stage === "tls"
