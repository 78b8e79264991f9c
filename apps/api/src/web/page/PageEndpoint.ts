import type { PayloadTooLarge } from "@mon/api-contract"
import type { StoreError } from "@mon/core-store"
import type { Effect } from "effect"
import type { AttemptRequest } from "../../auth/AttemptRequest.ts"
import type { PasswordsBusy } from "../../auth/Passwords.ts"
import type { Change, Observed } from "../../http/change.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import type { RequestContext } from "../../http/RequestContext.ts"
import type { PageWorkspace } from "./Page.ts"

/** A request for a page. */
export interface PageRequest extends AttemptRequest {
  readonly context: RequestContext
  /** The named segments of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The name of the service. */
  readonly service: string
  /** The workspace that the page belongs to, as soon as it is known. */
  readonly workspace?: PageWorkspace | null
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
  /** Reads what the form changes, for the audit log. Default: the entry names only the action. */
  readonly observe?: Effect.Effect<Observed, never, R>
  /** Whether the audit log gets an entry. Default: true. Not for a form that only leads to another site. */
  readonly isAudited?: boolean
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

/**
 * A page that another service sends browsers to, with what counts once, such as the code of an identity provider. It
 * makes a change like a form. HEAD does not reach it.
 */
interface PageLanding<R = never> extends Pick<PageForm<R>, "action" | "admit" | "path"> {
  readonly method: "GET"
}

export type PageEndpoint<R = never> = PageView<R> | PageForm<R> | PageLanding<R>
