import type { StoreError } from "@mon/core-store"
import type { PayloadTooLarge } from "@mon/api-contract"
import type { Effect } from "effect"
import type { Exchange, Reply } from "../../http/RequestContext.ts"
import type { PasswordsBusy } from "../../auth/Passwords.ts"

/** A request for a page. */
export interface PageRequest {
  readonly exchange: Exchange
  /** The named segments of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The socket's address, or the one told by a trusted proxy. */
  readonly clientAddress: string
  /** Where people reach the service, without a slash at its end. */
  readonly baseUrl: string
  /** What the service calls itself. */
  readonly service: string
  /** The body as it came, at most `limit` bytes. */
  readonly bytes: (limit: number) => Effect.Effect<Uint8Array, PayloadTooLarge>
  /** The fields of a posted form (application/x-www-form-urlencoded), at most 64 KiB. */
  readonly form: Effect.Effect<URLSearchParams, PayloadTooLarge>
}

/** What a page may fail with; the table makes a page of it. */
export type PageError = StoreError | PayloadTooLarge | PasswordsBusy

/**
 * A page, or the target of a form. `path` may have `:named` segments. A GET also answers HEAD, and changes nothing. A
 * POST that a browser sends from another site is refused before it gets here.
 */
export interface PageRoute<R = never> {
  readonly method: "GET" | "POST"
  readonly path: string
  /**
   * The form stands on a page that hides its origin (`Referrer-Policy: no-referrer`), so that browsers may call it
   * "null". What it does must need a path that no other site knows.
   */
  readonly hidesOrigin?: boolean
  readonly reply: (request: PageRequest) => Effect.Effect<Reply, PageError, R>
}
