import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A person as an identity provider knows it: the claims `iss` and `sub` (OpenID Connect Core section 2). */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
  /** What people recognise the identity by. It identifies nobody. Null: the provider does not say. */
  readonly email: string | null
}

/** The person that an identity belongs to. Keys are internal. */
export interface IdentityOwner {
  readonly identityKey: string
  readonly userKey: string
}

/** An identity as its person sees it. */
export interface LinkedIdentity {
  readonly issuer: string
  readonly email: string | null
  readonly linkedAt: Date
}

/** `Taken`: it belongs to another person. `Other`: the person has another identity of this issuer. */
type LinkResult = "Linked" | "Taken" | "Other"

/** `NoPassword`: the person could not sign in any more. */
type UnlinkResult = "Unlinked" | "Absent" | "NoPassword"

/** `Known`: somebody has this address or identity. `Closed`: an account has an owner already. */
type IdentitySignUp =
  | { readonly _tag: "Created"; readonly identityKey: string; readonly userKey: string }
  | { readonly _tag: "Known" | "Closed" }

/** Identities at OpenID Connect providers. They belong to people by issuer and subject, never by email address. */
export class Identities extends Context.Service<
  Identities,
  {
    readonly find: (
      identity: Pick<ProviderIdentity, "issuer" | "subject">
    ) => Effect.Effect<IdentityOwner | null, StoreError>
    /** Identities of a person, by issuer. */
    readonly list: (userKey: string) => Effect.Effect<ReadonlyArray<LinkedIdentity>, StoreError>
    readonly link: (userKey: string, identity: ProviderIdentity) => Effect.Effect<LinkResult, StoreError>
    /** Ends also the sessions that were opened with the identity. */
    readonly unlink: (scope: AccessScope, issuer: string) => Effect.Effect<UnlinkResult, StoreError>
    /**
     * Creates an account for a person whose address the provider has verified. `onlyFirst`: only if no account has an
     * owner; of several people who sign up at once, one becomes the first.
     */
    readonly signUp: (
      identity: ProviderIdentity & { readonly email: string; readonly name: string | null },
      options: { readonly onlyFirst: boolean }
    ) => Effect.Effect<IdentitySignUp, StoreError>
  }
>()("@mon/core-store/Identities") {}
