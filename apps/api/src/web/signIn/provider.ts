import { Identities, Team } from "@mon/core-store"
import { Effect } from "effect"
import { clearAttempts, takeAttempt } from "../../auth/AttemptLimits.ts"
import { type Entrance, passFirstFactor } from "../../auth/beginSession.ts"
import { anySession, currentSession, type Session } from "../../auth/currentSession.ts"
import { acceptWithIdentity, enterWithIdentity, linkIdentity } from "../../auth/identity/enterWithIdentity.ts"
import { IdentityProvider, type Provider, type ProviderAnswer } from "../../auth/identity/IdentityProvider.ts"
import { forgetVisit, type VisitPurpose, visitOf } from "../../auth/identity/ProviderVisit.ts"
import { networkOf } from "../../auth/networkOf.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { hashToken } from "../../auth/Token.ts"
import { actorOf } from "../../http/change.ts"
import { arrivalPath } from "../page/arrival.ts"
import { SIGN_IN_PATH } from "../page/dashboardPaths.ts"
import { seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { codePath } from "./codeForm.ts"
import { cameBackTo, leaveFor, problemPage } from "./providerPages.ts"
import type { ProviderProblem } from "./providerProblems.ts"
import { providerPaths } from "./providerForm.ts"
import { returnPath } from "./returnPath.ts"
import type { PeopleServices } from "./services.ts"

type Proved = Extract<ProviderAnswer, { readonly _tag: "Proved" }>

const enter = (request: PageRequest, entrance: Exclude<Entrance, { _tag: "NoAccount" }>, next: string) =>
  seeOther(entrance._tag === "SignedIn" ? next : codePath(next), {
    "Set-Cookie": [...entrance.headers["Set-Cookie"], forgetVisit(request)]
  })

interface Visitor {
  readonly request: PageRequest
  readonly provider: Provider
  readonly proved: Proved
}

const problem = ({ provider: { name }, request }: Visitor, kind: ProviderProblem, session: Session | null = null) =>
  problemPage(request, kind, { provider: name, session })

const signIn = Effect.fnUntraced(function* (visitor: Visitor, next: string) {
  const entrance = yield* enterWithIdentity(visitor.request, visitor.proved)
  switch (entrance._tag) {
    case "AddressKnown":
      return problem(visitor, "addressKnown")
    case "Unverified":
      return problem(visitor, "unverified")
    case "Uninvited":
      return problem(visitor, (yield* SignUpPolicy).mode === "closed" ? "closed" : "uninvited")
    case "NoAccount":
      return problem(visitor, "withoutAccount")
    default:
      return enter(visitor.request, entrance, next)
  }
})

const isOwn = <Owner extends { readonly userKey: string }>(owner: Owner | null, session: Session): owner is Owner =>
  owner !== null && owner.userKey === session.viewer.userKey

const confirmAgain = Effect.fnUntraced(function* (visitor: Visitor, session: Session, next: string) {
  const { isConfirmed, profile } = visitor.proved
  const owner = yield* (yield* Identities).find(profile)
  if (!isOwn(owner, session)) return problem(visitor, "otherPerson", session)
  if (!isConfirmed) return problem(visitor, "unconfirmed", session)
  const { identityKey, userKey } = owner
  const { membershipKey } = session.viewer
  const again = { userKey, proof: { identityKey }, membershipKey, isConfirmed, isExpected: true }
  const entrance = yield* passFirstFactor(visitor.request, again)
  return entrance._tag === "NoAccount" ? problem(visitor, "withoutAccount") : enter(visitor.request, entrance, next)
})

const link = Effect.fnUntraced(function* (visitor: Visitor, session: Session) {
  const { proved, provider, request } = visitor
  if (!session.isEmailConfirmed) return problem(visitor, "addressUnconfirmed", session)
  const result = yield* linkIdentity(request, session.viewer, proved.profile, provider.name)
  if (result === "Taken") return problem(visitor, "taken", session)
  if (result === "Other") return problem(visitor, "another", session)
  if (result === "Unconfirmed") return problem(visitor, "addressUnconfirmed", session)
  return seeOther(`${SIGN_IN_PATH}?done=linked`, { "Set-Cookie": forgetVisit(request) })
})

/** Returns the invitation of a visit if the invitation is for a new person and MON_SIGNUP still allows new people. */
const invitationOf = Effect.fnUntraced(function* (tokenHash: Uint8Array) {
  const invite = yield* (yield* Team).findInvite(tokenHash)
  return invite === null || invite.userKey !== null || (yield* SignUpPolicy).mode === "closed" ? null : invite
})

const accept = Effect.fnUntraced(function* (visitor: Visitor, invitation: string) {
  const { proved, request } = visitor
  const tokenHash = Buffer.from(invitation, "hex")
  const invite = yield* invitationOf(tokenHash)
  const result = invite === null ? null : yield* acceptWithIdentity(request, tokenHash, invite.email, proved)
  if (result === null) return problem(visitor, "expired")
  if (result._tag === "Other") return problem(visitor, "otherAddress")
  return enter(request, { _tag: "SignedIn", headers: result.headers }, arrivalPath("joined"))
})

const sessionOfVisit = (session: Session | null, userKey: string): Session | null =>
  session?.viewer.userKey === userKey ? session : null

const serve = Effect.fnUntraced(function* (visitor: Visitor, purpose: VisitPurpose) {
  switch (purpose.kind) {
    case "signIn":
      return yield* signIn(visitor, returnPath(purpose.next))
    case "invitation":
      return yield* accept(visitor, purpose.invitation)
    case "again": {
      const session = sessionOfVisit(yield* anySession(visitor.request), purpose.userKey)
      return session === null
        ? problem(visitor, "expired")
        : yield* confirmAgain(visitor, session, returnPath(purpose.next))
    }
    case "link": {
      const session = sessionOfVisit(yield* currentSession(visitor.request), purpose.userKey)
      return session === null ? problem(visitor, "expired") : yield* link(visitor, session)
    }
  }
})

const refusals = { Denied: "denied", Invalid: "invalid", Unreachable: "away" } as const

const comeBack = Effect.fnUntraced(function* (request: PageRequest, provider: Provider) {
  const visit = yield* visitOf(request)
  if (visit === null) return problemPage(request, "expired")
  const network = networkOf(request.clientAddress)
  if ((yield* takeAttempt("provider", network)) > 0) return problemPage(request, "wait")
  const answer = yield* provider.answer(cameBackTo(request), visit, visit.began)
  if (answer._tag !== "Proved") return problemPage(request, refusals[answer._tag], { provider: provider.name })
  yield* clearAttempts("provider", network)
  return yield* serve({ request, provider, proved: answer }, visit.purpose)
})

const begin: PageEndpoint<PeopleServices> = {
  method: "POST",
  path: providerPaths.signIn,
  action: "session.openWithProvider",
  admit: Effect.fnUntraced(function* (request) {
    const provider = yield* IdentityProvider
    if (provider === null) return problemPage(request, "absent")
    const submit = Effect.flatMap(request.form, (form) =>
      leaveFor(request, provider, { kind: "signIn", next: returnPath(form.get("next")) })
    )
    return { actor: { kind: "visitor" }, accountId: null, target: null, submit }
  })
}

const callback: PageEndpoint<PeopleServices> = {
  method: "GET",
  path: providerPaths.callback,
  action: "session.returnFromProvider",
  admit: Effect.fnUntraced(function* (request) {
    const provider = yield* IdentityProvider
    if (provider === null) return problemPage(request, "absent")
    const session = yield* anySession(request)
    return {
      actor: session === null ? { kind: "visitor" } : actorOf("session", session.principal),
      accountId: null,
      target: null,
      submit: comeBack(request, provider)
    }
  })
}

const acceptInvitation: PageEndpoint<PeopleServices> = {
  method: "POST",
  path: "/invite/:token/oidc",
  action: "team.joinWithProvider",
  admit: Effect.fnUntraced(function* (request) {
    const provider = yield* IdentityProvider
    const tokenHash = hashToken(request.params["token"])
    if (provider === null) return problemPage(request, "absent")
    if (tokenHash === null || (yield* invitationOf(tokenHash)) === null) return problemPage(request, "expired")
    const purpose: VisitPurpose = { kind: "invitation", invitation: tokenHash.toString("hex") }
    return { actor: { kind: "link" }, accountId: null, target: null, submit: leaveFor(request, provider, purpose) }
  })
}

export const providerEndpoints: ReadonlyArray<PageEndpoint<PeopleServices>> = [begin, callback, acceptInvitation]
