import type { PayloadTooLarge } from "@mon/api-contract"
import type { StoreError } from "@mon/core-store"
import type { Effect } from "effect"
import type { CookieRequest } from "../../auth/currentSession.ts"
import type { PasswordsBusy } from "../../auth/Passwords.ts"
import type { Change } from "../../http/change.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import type { RequestContext } from "../../http/RequestContext.ts"

/** A request for a page. */
export interface PageRequest extends CookieRequest {
  readonly context: RequestContext
  /** The named segments of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The socket's address, or the one that a trusted proxy forwards. */
  readonly clientAddress: string
  /** The name of the service. */
  readonly service: string
  /** The raw body, at most `limit` bytes. */
  readonly bytes: (limit: number) => Effect.Effect<Uint8Array, PayloadTooLarge>
  /** The fields of a posted form (application/x-www-form-urlencoded), at most 64 KiB. */
  readonly form: Effect.Effect<URLSearchParams, PayloadTooLarge>
}

/** The errors of a page. The router renders them as error pages. */
export type PageError = StoreError | PayloadTooLarge | PasswordsBusy

/** A page. `path` may have `:named` segments. Also serves HEAD, and must not change anything. */
interface PageView<R = never> {
  readonly method: "GET"
  readonly path: string
  readonly handle: (request: PageRequest) => Effect.Effect<HttpResponse, PageError, R>
}

/** The change that a form requests: who makes it, what it affects, and the effect that performs it. */
interface Submission<R = never> extends Omit<Change, "action"> {
  readonly submit: Effect.Effect<HttpResponse, PageError, R>
}

/** The target of a form. A POST from another site is refused before it gets here. */
export interface PageForm<R = never> {
  readonly method: "POST"
  readonly path: string
  /** The resource and the verb of the change, such as `password.change`. */
  readonly action: string
  /**
   * The form is on a page with `Referrer-Policy: no-referrer`, for which browsers may send the origin "null". Its path
   * must be secret, so that no other site can post to it.
   */
  readonly hidesOrigin?: boolean
  /**
   * Identifies who sends the form, or returns the response that refuses it. Must not change anything; `submit` does.
   */
  readonly admit: (request: PageRequest) => Effect.Effect<HttpResponse | Submission<R>, PageError, R>
}

export type PageRoute<R = never> = PageView<R> | PageForm<R>
