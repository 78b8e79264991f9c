/** A request that a site received. */
export interface SiteRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The Host header. */
  readonly host: string
  readonly body: Buffer
  readonly httpVersion: string
  /** The name in the TLS handshake (SNI), null on plain HTTP or without one. */
  readonly servername: string | null
  readonly alpn: string | null
  readonly remotePort: number
}

export interface Reply {
  /** Default: 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body?: string | Uint8Array
  /** Wait before the status line. */
  readonly delayMs?: number
  /** Wait between the headers and the body. */
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
 * A stage of the connection: `connect` is before the first byte, `tls` in the handshake, `headers` amid the header
 * lines, `body` amid the body.
 */
export type Stage = "connect" | "tls" | "before-headers" | "in-headers" | "in-body"

export type Behaviour =
  | Reply
  | Redirect
  /** Stops responding at a stage, with the connection open. */
  | { readonly hang: Exclude<Stage, "connect"> }
  /** Sends a TCP reset at a stage; `true` is before the headers. */
  | { readonly reset: Stage | true }
  /** Closes the connection in an orderly way at a stage. */
  | { readonly end: Stage }
  /** Endless body bytes, header lines or interim (1xx) responses. */
  | { readonly endless: "body" | "headers" | "interim" }
  /** One byte of the body (or one header line) per interval, endlessly. */
  | { readonly drip: "body" | "headers"; readonly everyMs: number }
  /** These bytes instead of an HTTP response, then the end of the connection. */
  | { readonly raw: string | Uint8Array }
  /** Completes the TLS handshake late, then behaves like `then`. */
  | { readonly tlsDelayMs: number; readonly then?: Behaviour }
  | ((request: SiteRequest) => Behaviour | Promise<Behaviour>)

/** The stages that come before there is a request. */
export const isEarly = (stage: Stage | true): stage is "connect" | "tls" => stage === "connect" || stage === "tls"
