import { AccountDeletions, AccountExports, Accounts, Blobs, EXPORT_MINUTES } from "@mon/core-store"
import { Clock, Effect, Stream } from "effect"
import { ApiConfig } from "../../../ApiConfig.ts"
import { anySession, currentSession, type Session } from "../../../auth/currentSession.ts"
import type { HttpResponse } from "../../../http/HttpResponse.ts"
import { ACCOUNT_PATH, DASHBOARD_PATH } from "../../page/dashboardPaths.ts"
import { type FormError, lineOf } from "../../page/Form.ts"
import { browserLanguage } from "../../page/language.ts"
import { seeOther } from "../../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../../page/PageEndpoint.ts"
import { sessionForm, toSignIn } from "../../page/session.ts"
import type { PeopleServices } from "../../signIn/services.ts"
import { requireRecentSignIn } from "../recentSignIn.ts"
import { accountPage, accountPaths, confirmationName, endingPage, suspendedPage } from "./pages.ts"
import { accountWords } from "./words.ts"

export type AccountPageServices = PeopleServices | AccountDeletions | AccountExports | Accounts | Blobs

const inForm = (message: string): FormError => ({ field: null, message })

const errorsIn = (request: PageRequest) => {
  const { ownerOnly, tooLate, tooSoon, unconfirmed } = accountWords[browserLanguage(request)].errors
  return {
    ownerOnly: inForm(ownerOnly),
    tooLate: inForm(tooLate),
    tooSoon: inForm(tooSoon(EXPORT_MINUTES)),
    unconfirmed: (email: string): FormError => ({ field: confirmationName, message: unconfirmed(email) })
  }
}

const showEnding = Effect.fnUntraced(function* (
  request: PageRequest,
  session: Session,
  deletesAt: Date,
  errors: ReadonlyArray<FormError> = []
) {
  const { timezone: zone } = yield* (yield* Accounts).settings(session.viewer)
  const isLate = deletesAt.getTime() <= (yield* Clock.currentTimeMillis)
  return endingPage(request, session, { deletesAt, isLate, zone }, errors.length === 0 ? {} : { errors, status: 400 })
})

const remove = Effect.fnUntraced(function* (request: PageRequest, session: Session, form: URLSearchParams) {
  if (session.principal.role !== "owner")
    return yield* accountPage(request, session, { errors: [errorsIn(request).ownerOnly], status: 403 })
  if (lineOf(form, confirmationName).toLowerCase() !== session.email.toLowerCase())
    return yield* accountPage(request, session, { errors: [errorsIn(request).unconfirmed(session.email)], status: 400 })
  const proof = yield* requireRecentSignIn(request, session, form)
  if (proof._tag === "Asked") return proof.response
  yield* (yield* AccountDeletions).request(session.principal.accountId, (yield* ApiConfig.retention).deletedAccounts)
  return seeOther(ACCOUNT_PATH, proof.headers)
})

const download = Effect.fnUntraced(function* (request: PageRequest, session: Session, form: URLSearchParams) {
  if (session.principal.role !== "owner")
    return yield* accountPage(request, session, { errors: [errorsIn(request).ownerOnly], status: 403 })
  const proof = yield* requireRecentSignIn(request, session, form)
  if (proof._tag === "Asked") return proof.response
  const exports = yield* AccountExports
  if (!(yield* exports.begin(session.viewer.accountKey)))
    return yield* accountPage(request, session, {
      errors: [errorsIn(request).tooSoon],
      status: 429,
      headers: proof.headers
    })
  const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
  return {
    status: 200,
    body: Stream.provideContext(exports.archive(session.viewer.accountKey), yield* Effect.context<Blobs>()),
    contentType: "application/gzip",
    headers: {
      ...proof.headers,
      "Content-Disposition": `attachment; filename="account-${day}.tar.gz"`,
      "X-Content-Type-Options": "nosniff"
    }
  } satisfies HttpResponse
})

const keep = Effect.fnUntraced(function* (request: PageRequest, session: Session) {
  const { deletesAt, isSuspended, principal } = session
  if (isSuspended) return suspendedPage(request, session)
  if (deletesAt === null) return seeOther(ACCOUNT_PATH)
  if (principal.role !== "owner") return yield* showEnding(request, session, deletesAt, [errorsIn(request).ownerOnly])
  if (!(yield* (yield* AccountDeletions).keep(principal.accountId)))
    return yield* showEnding(request, session, deletesAt, [errorsIn(request).tooLate])
  return seeOther(DASHBOARD_PATH)
})

export const accountPageEndpoints: ReadonlyArray<PageEndpoint<AccountPageServices>> = [
  {
    method: "GET",
    path: ACCOUNT_PATH,
    handle: Effect.fnUntraced(function* (request) {
      const session = yield* anySession(request)
      if (session?.isSuspended === true) return suspendedPage(request, session)
      if (session?.deletesAt !== null && session !== null) return yield* showEnding(request, session, session.deletesAt)
      const current = yield* currentSession(request)
      return current === null ? toSignIn(request) : yield* accountPage(request, current)
    })
  },
  sessionForm(accountPaths.download, "account.export", download),
  sessionForm(accountPaths.remove, "account.delete", remove),
  sessionForm(accountPaths.keep, "account.keep", keep, { find: anySession })
]
