import { Effect } from "effect"
import { currentSession, type Session } from "../../auth/currentSession.ts"
import { actorOf } from "../../http/change.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { type Frame, seeOther } from "./Page.ts"
import type { PageError, PageForm, PageRequest } from "./PageRoute.ts"

/** The frame of a page for a session, or for a visitor. */
export const frameOf = ({ context, service }: PageRequest, session: Session | null): Frame => ({
  service,
  here: context.path,
  person: session === null ? null : { email: session.email, account: session.accounts > 1 ? session.ownerEmail : null }
})

/** Redirects to the sign-in page, which leads back to the requested page. */
export const toSignIn = ({ context: { method, path } }: PageRequest): HttpResponse =>
  seeOther(method === "GET" && path !== "/" ? `/signin?next=${encodeURIComponent(path)}` : "/signin")

/** A form that requires a session. */
export const sessionForm = <R>(
  path: string,
  action: string,
  submit: (request: PageRequest, session: Session, form: URLSearchParams) => Effect.Effect<HttpResponse, PageError, R>
): PageForm<R | Effect.Services<ReturnType<typeof currentSession>>> => ({
  method: "POST",
  path,
  action,
  admit: Effect.fnUntraced(function* (request) {
    const session = yield* currentSession(request)
    return session === null
      ? toSignIn(request)
      : {
          actor: actorOf("session", session.principal),
          accountId: session.principal.accountId,
          target: null,
          submit: Effect.flatMap(request.form, (form) => submit(request, session, form))
        }
  })
})
