import { parseAddress } from "@mon/alerts"
import { Identities, People, Team, inTransaction } from "@mon/core-store"
import { Effect } from "effect"
import { arrive, type Entrance, noteInAudit, passFirstFactor } from "../beginSession.ts"
import type { AttemptRequest } from "../AttemptRequest.ts"
import { writeToPerson } from "../DeviceNotice.ts"
import { SignUpPolicy } from "../SignUpPolicy.ts"
import type { ProviderAnswer, ProviderProfile } from "./IdentityProvider.ts"

type Proved = Extract<ProviderAnswer, { readonly _tag: "Proved" }>

/**
 * The result of a sign-in with an identity. Only an identity that nobody has linked can be refused. `Uninvited`:
 * MON_SIGNUP does not allow a new account. `Unverified`: the provider has not verified an email address.
 * `AddressKnown`: a person with this address exists, and must link the identity first.
 */
type IdentityEntrance = Entrance | { readonly _tag: "AddressKnown" | "Uninvited" | "Unverified" }

const verifiedAddress = ({ email, isVerified }: ProviderProfile): string | null =>
  email !== null && isVerified ? parseAddress(email) : null

const signUp = Effect.fnUntraced(function* (request: AttemptRequest, profile: ProviderProfile, isConfirmed: boolean) {
  const { isOpen, options } = yield* SignUpPolicy
  if (!(yield* isOpen)) return { _tag: "Uninvited" } satisfies IdentityEntrance
  const email = verifiedAddress(profile)
  if (email === null) return { _tag: "Unverified" } satisfies IdentityEntrance
  const created = yield* (yield* Identities).signUp({ ...profile, email }, options)
  if (created._tag !== "Created")
    return { _tag: created._tag === "Closed" ? "Uninvited" : "AddressKnown" } satisfies IdentityEntrance
  const { identityKey, userKey } = created
  return yield* passFirstFactor(request, { userKey, proof: { identityKey }, isConfirmed, isExpected: true })
})

export const enterWithIdentity = Effect.fn("enterWithIdentity")(function* (
  request: AttemptRequest,
  { isConfirmed, profile }: Proved
) {
  const owner = yield* (yield* Identities).find(profile)
  if (owner !== null) {
    const { identityKey, userKey } = owner
    return yield* passFirstFactor(request, { userKey, proof: { identityKey }, isConfirmed })
  }
  return yield* signUp(request, profile, isConfirmed)
})

/** Links an identity to the person of a session, who must have signed in recently. */
export const linkIdentity = Effect.fn("linkIdentity")(function* (
  request: AttemptRequest,
  { membershipKey, userKey }: { readonly membershipKey: string; readonly userKey: string },
  profile: ProviderProfile,
  provider: string
) {
  const identities = yield* Identities
  return yield* inTransaction(
    "linkIdentity",
    Effect.gen(function* () {
      const result = yield* identities.link(userKey, profile)
      if (result === "Linked") {
        yield* writeToPerson(userKey, { kind: "identityLinked", provider })
        yield* noteInAudit(request, { action: "identity.link", actor: "session", who: { userKey, membershipKey } })
      }
      return result
    })
  )
})

/** The error that rolls the transaction back because another person has linked the identity in the meantime. */
class IdentityTaken {
  readonly _tag = "IdentityTaken"
}

/**
 * Accepts an invitation for a new person without a password, and signs the person in. `Other`: the provider has not
 * verified the invited address, or another person has linked the identity. Null: the invitation is no longer valid.
 */
export const acceptWithIdentity = Effect.fn("acceptWithIdentity")(function* (
  request: AttemptRequest,
  tokenHash: Uint8Array,
  invited: string,
  { isConfirmed, profile }: Proved
) {
  if (verifiedAddress(profile)?.toLowerCase() !== invited.toLowerCase()) return { _tag: "Other" } as const
  const team = yield* Team
  const identities = yield* Identities
  const accepted = inTransaction(
    "acceptWithIdentity",
    Effect.gen(function* () {
      // Another person may have signed up with the address since the invitation page was shown.
      if ((yield* (yield* People).findByEmail(invited)) !== null) return { _tag: "Other" } as const
      const joined = yield* team.accept(tokenHash, { name: profile.name, passwordHash: null, isVouched: true })
      if (joined === null) return null
      const linked = yield* identities.link(joined.userKey, profile)
      const owner = yield* identities.find(profile)
      if (linked !== "Linked" || owner === null) return yield* Effect.fail(new IdentityTaken())
      yield* noteInAudit(request, { action: "team.join", actor: "link", who: joined })
      const { membershipKey, userKey } = joined
      const proof = { identityKey: owner.identityKey }
      const entry = { userKey, membershipKey, proof, isConfirmed, withCode: false, isExpected: true }
      const headers = yield* arrive(request, entry)
      return headers === null ? null : ({ _tag: "Joined", headers } as const)
    })
  )
  return yield* Effect.catchTag(accepted, "IdentityTaken", () => Effect.succeed({ _tag: "Other" } as const))
})
