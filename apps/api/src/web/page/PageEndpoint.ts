import type { PayloadTooLarge } from "@mon/api-contract"
import type { StoreError } from "@mon/core-store"
import type { Effect } from "effect"
import type { AttemptRequest } from "../../auth/AttemptRequest.ts"
import type { PasswordsBusy } from "../../auth/Passwords.ts"
import type { Change, Observed } from "../../http/change.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import type { RequestContext } from "../../http/RequestContext.ts"
import type { PageWorkspace } from "./Page.ts"

export interface PageRequest extends AttemptRequest {
  readonly context: RequestContext
  /** The named segments of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly service: string
  /** The workspace that the page belongs to, if it is already known. */
  readonly workspace?: PageWorkspace | null
  /** Reads the raw body of the request, at most `limit` bytes. */
  readonly bytes: (limit: number) => Effect.Effect<Uint8Array, PayloadTooLarge>
  /** The fields of a posted form (application/x-www-form-urlencoded) of at most 64 KiB. */
  readonly form: Effect.Effect<URLSearchParams, PayloadTooLarge>
}

export type PageError = StoreError | PayloadTooLarge | PasswordsBusy

/**
 * The endpoint of a page. `path` can have `:named` segments. The endpoint also serves HEAD, and must not change
 * anything.
 */
interface PageView<R = never> {
  readonly method: "GET"
  readonly path: string
  readonly handle: (request: PageRequest) => Effect.Effect<HttpResponse, PageError, R>
}

/** The change that a form requests: its actor, its target, and the effect that makes it. */
interface Submission<R = never> extends Omit<Change, "action"> {
  readonly submit: Effect.Effect<HttpResponse, PageError, R>
  /** Reads the fields that the form changes, for the audit log. Default: the audit entry contains only the action. */
  readonly observe?: Effect.Effect<Observed, never, R>
  /** Whether the audit log gets an entry. Default: true. Set it to false for a form that only leads to another site. */
  readonly isAudited?: boolean
}

/** The endpoint of a form. A POST from another site is refused before it reaches the endpoint. */
export interface PageForm<R = never> {
  readonly method: "POST"
  readonly path: string
  /** The resource and the verb of the change, such as `password.change`. */
  readonly action: string
  /**
   * Whether the form is on a page with `Referrer-Policy: no-referrer`, for which browsers may send the origin "null".
   * The path must then be secret, so that no other site can post to it.
   */
  readonly hidesOrigin?: boolean
  /**
   * Identifies the sender of the form, or returns the response that refuses it. Must not change anything, because
   * `submit` does that.
   */
  readonly admit: (request: PageRequest) => Effect.Effect<HttpResponse | Submission<R>, PageError, R>
}

/**
 * A page to which another service redirects browsers with a one-time value, such as the code of an identity provider.
 * Like a form, it makes a change. Requests with HEAD do not reach it.
 */
interface PageLanding<R = never> extends Pick<PageForm<R>, "action" | "admit" | "path"> {
  readonly method: "GET"
}

export type PageEndpoint<R = never> = PageView<R> | PageForm<R> | PageLanding<R>
