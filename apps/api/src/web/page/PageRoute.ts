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
  /** The body as it came, at most `limit` bytes. */
  readonly bytes: (limit: number) => Effect.Effect<Uint8Array, PayloadTooLarge>
  /** The fields of a posted form (application/x-www-form-urlencoded), at most 64 KiB. */
  readonly form: Effect.Effect<URLSearchParams, PayloadTooLarge>
}

/** What a page may fail with; the router makes a page of it. */
export type PageError = StoreError | PayloadTooLarge | PasswordsBusy

/** A page. `path` may have `:named` segments. It also answers HEAD, and changes nothing. */
interface PageView<R = never> {
  readonly method: "GET"
  readonly path: string
  readonly handle: (request: PageRequest) => Effect.Effect<HttpResponse, PageError, R>
}

/** The change that a form asks for: who makes it, what it concerns, and how it is made. */
interface Submission<R = never> extends Omit<Change, "action"> {
  readonly submit: Effect.Effect<HttpResponse, PageError, R>
}

/** The target of a form. A POST that a browser sends from another site is refused before it gets here. */
export interface PageForm<R = never> {
  readonly method: "POST"
  readonly path: string
  /** Resource and verb of the change, such as `password.change`. */
  readonly action: string
  /**
   * The form stands on a page that hides its origin (`Referrer-Policy: no-referrer`), so that browsers may call it
   * "null". What it does must need a path that no other site knows.
   */
  readonly hidesOrigin?: boolean
  /** Finds out who sends the form, or returns the response that refuses it. Changes nothing: that is for `submit`. */
  readonly admit: (request: PageRequest) => Effect.Effect<HttpResponse | Submission<R>, PageError, R>
}

export type PageRoute<R = never> = PageView<R> | PageForm<R>
