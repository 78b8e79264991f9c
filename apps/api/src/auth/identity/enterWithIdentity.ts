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
 * The sign-in of a person with an identity. `Uninvited`: nobody has it, and MON_SIGNUP creates no account.
 * `Unverified`: nobody has it, and the provider vouches for no address. `AddressKnown`: somebody else has the address,
 * and must link the identity.
 */
type IdentityEntrance = Entrance | { readonly _tag: "AddressKnown" | "Uninvited" | "Unverified" }

/** The address that the provider vouches for, or null. */
const verifiedAddress = ({ email, isVerified }: ProviderProfile): string | null =>
  email !== null && isVerified ? parseAddress(email) : null

/** Creates an account for an identity that nobody has, if MON_SIGNUP allows it. */
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

/** Signs in the person that an identity is linked to, or creates an account for it. */
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

/** Links an identity to the person of a session, who has proved its identity a short time ago. */
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

/** Rolls the transaction back: the identity got another owner meanwhile. */
class IdentityTaken {
  readonly _tag = "IdentityTaken"
}

/**
 * Accepts an invitation for a new person without a password, and signs the person in. `Other`: the provider does not
 * vouch for the invited address, or the identity belongs to somebody. Null: the invitation is not valid any more.
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
      // Somebody may have got the address since the invitation was shown.
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
