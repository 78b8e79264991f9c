import { Effect } from "effect"
import { anySession, currentSession, type Session } from "../../auth/currentSession.ts"
import { actorOf, type Observed } from "../../http/change.ts"
import type { StoreError } from "@mon/core-store"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { browserLanguage } from "./language.ts"
import { type Frame, seeOther } from "./Page.ts"
import type { PageError, PageForm, PageRequest } from "./PageEndpoint.ts"

export const frameOf = (request: PageRequest, session: Session | null): Frame => ({
  service: request.service,
  here: request.context.path,
  language: browserLanguage(request),
  workspace: request.workspace ?? null,
  person: session === null ? null : { email: session.email, account: session.accounts > 1 ? session.ownerEmail : null }
})

/** Redirects to the sign-in page, which then leads back to the requested page. */
export const toSignIn = ({ context: { method, path } }: PageRequest): HttpResponse =>
  seeOther(method === "GET" && path !== "/" ? `/signin?next=${encodeURIComponent(path)}` : "/signin")

type Submit<R> = (
  request: PageRequest,
  session: Session,
  form: URLSearchParams
) => Effect.Effect<HttpResponse, PageError, R>

interface SessionFormOptions<R> {
  /**
   * The function that finds the session. `anySession` also accepts a person who still has to set up a required second
   * factor.
   */
  readonly find?: typeof anySession
  /** Whether the audit log gets an entry. Set it to false for a form that changes nothing. Default: true. */
  readonly isAudited?: boolean
  readonly observe?: (session: Session) => Effect.Effect<Observed, StoreError, R>
}

export const sessionForm = <R>(
  path: string,
  action: string,
  submit: Submit<R>,
  { find = currentSession, isAudited = true, observe }: SessionFormOptions<R> = {}
): PageForm<R | Effect.Services<ReturnType<typeof currentSession>>> => ({
  method: "POST",
  path,
  action,
  admit: Effect.fnUntraced(function* (request) {
    const session = yield* find(request)
    return session === null
      ? toSignIn(request)
      : {
          actor: actorOf("session", session.principal),
          accountId: session.principal.accountId,
          target: null,
          isAudited,
          ...(observe === undefined ? {} : { observe: Effect.orElseSucceed(observe(session), () => ({})) }),
          submit: Effect.flatMap(request.form, (form) => submit(request, session, form))
        }
  })
})
