import { Forbidden, messages } from "@mon/api-contract"
import type { AccessScope, Credential, SessionClient } from "@mon/core-store"
import {
  effectivePlan,
  type KeyScope,
  type Language,
  type PlanLimits,
  type PlanName,
  type PlanTable,
  type Principal
} from "@mon/model"
import { Effect } from "effect"
import type { AttemptRequest } from "./AttemptRequest.ts"

/** The session of a request, for what only a signed-in person may do. */
export interface CallerSession {
  readonly email: string
  /** Whether the person has proved that the address is its own. */
  readonly isEmailConfirmed: boolean
  /** Whole seconds since the person proved its identity in this session. */
  readonly signedInSeconds: number
  /** The account requires a second factor, and the person has none: most requests are refused. */
  readonly mustEnrol: boolean
  /** Somebody has asked to delete the account. */
  readonly accountEnds: boolean
  /** The operator has suspended the account. */
  readonly isSuspended: boolean
  /** The preferred language of the browser, of the languages that Mon has. */
  readonly language: Language
  readonly request: AttemptRequest
}

/** The person or the API key that makes a request, and the limits of its account's current plan. */
export interface Caller {
  readonly principal: Principal
  readonly viewer: AccessScope
  readonly plan: PlanName
  readonly limits: PlanLimits
  /** The credential of the request. */
  readonly via: "key" | "session"
  /** The permission of the credential. Sessions may write. */
  readonly scope: KeyScope
  /** Null for an API key, and for the forms of pages. */
  readonly session: CallerSession | null
  /** The SHA-256 of its token. */
  readonly credentialHash: Uint8Array
  /** The network address and the browser that the request comes from. */
  readonly client: SessionClient
}

export const callerOf = (
  credential: Omit<Credential, "accountEnds" | "hits" | "isSuspended" | "olderKeys" | "scope">,
  plans: PlanTable,
  nowMs: number,
  how: Pick<Caller, "client" | "credentialHash" | "scope" | "via">
): Caller => {
  const { extraDomains, plan: bought, planExpiresAt, principal, viewer } = credential
  const plan = effectivePlan(bought, planExpiresAt, new Date(nowMs))
  const limits = plans[plan]
  const domainMonitors = limits.domainMonitors + (plan === "free" ? 0 : extraDomains)
  return { principal, viewer, plan, limits: { ...limits, domainMonitors }, ...how, session: null }
}

/** Refuses everybody but the owner and admins. */
export const adminOnly = ({ viewer }: Caller): Effect.Effect<void, Forbidden> =>
  viewer.role === "owner" ? Effect.void : Effect.fail(new Forbidden({ message: messages.ownerOnly }))

/** Refuses members on a plan without teams, who can only read. */
export const seatsToWrite = ({ limits, principal }: Pick<Caller, "limits" | "principal">): string | null =>
  principal.role === "owner" || limits.teamMembers > 0 ? null : messages.teamPlan

/** Refuses anybody but the account owner. */
export const ownerOnly = ({ principal }: Caller): Effect.Effect<void, Forbidden> =>
  principal.role === "owner" ? Effect.void : Effect.fail(new Forbidden({ message: messages.ownerOnly }))
