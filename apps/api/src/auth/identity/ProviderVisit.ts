import { Clock, Effect, Schema } from "effect"
import type { CookieRequest } from "../AttemptRequest.ts"
import { sealedCookie } from "../sealedCookie.ts"
import type { ProviderSecrets } from "./IdentityProvider.ts"

/** The longest time between leaving for the provider and returning, in seconds. */
const VISIT_SECONDS = 900

/**
 * The purpose of a visit to the provider. `userKey`: the signed-in person, because nobody else may continue the visit.
 * `invitation`: the hash of the token in the invitation link.
 */
const Purpose = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("signIn"), next: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("again"), next: Schema.String, userKey: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("link"), userKey: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("invitation"), invitation: Schema.String })
])
export type VisitPurpose = typeof Purpose.Type

const Visit = Schema.fromJsonString(
  Schema.Struct({
    purpose: Purpose,
    state: Schema.String,
    nonce: Schema.String,
    verifier: Schema.String,
    /** The time at which the visit began, in milliseconds since 1970. */
    began: Schema.Number
  })
)
const cookie = sealedCookie({
  name: "mon_oidc",
  label: "visit to an identity provider",
  seconds: VISIT_SECONDS,
  value: Visit
})

/** Returns the cookie for a browser that goes to the provider. The cookie binds the visit to this browser. */
export const rememberVisit = Effect.fnUntraced(function* (
  request: CookieRequest,
  purpose: VisitPurpose,
  secrets: ProviderSecrets
) {
  return yield* cookie.remember(request, { purpose, ...secrets, began: yield* Clock.currentTimeMillis })
})

export const forgetVisit = cookie.forget

export const visitOf = Effect.fn("visitOf")(function* (request: CookieRequest) {
  const visit = yield* cookie.read(request)
  return visit !== null && visit.began + VISIT_SECONDS * 1_000 > (yield* Clock.currentTimeMillis) ? visit : null
})
