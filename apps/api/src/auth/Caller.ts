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

export interface CallerSession {
  readonly email: string
  readonly isEmailConfirmed: boolean
  /** The whole seconds since the person last proved their identity in this session. */
  readonly signedInSeconds: number
  /** Whether the account requires a second factor that the person has not set up. Most requests are then refused. */
  readonly mustEnrol: boolean
  /** Whether somebody has requested the deletion of the account. */
  readonly accountEnds: boolean
  readonly isSuspended: boolean
  /** The language that the browser prefers among the languages that Mon supports. */
  readonly language: Language
  readonly request: AttemptRequest
}

/** The person or the API key that makes a request, and the limits of the account's current plan. */
export interface Caller {
  readonly principal: Principal
  readonly viewer: AccessScope
  readonly plan: PlanName
  readonly limits: PlanLimits
  readonly via: "key" | "session"
  /** The permission of the credential. Sessions can always write. */
  readonly scope: KeyScope
  /** Null for an API key, and for a form on a page that the server renders. */
  readonly session: CallerSession | null
  /** The SHA-256 of the session token or API key. */
  readonly credentialHash: Uint8Array
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

/** Refuses everybody but the owner and the admins. */
export const adminOnly = ({ viewer }: Caller): Effect.Effect<void, Forbidden> =>
  viewer.role === "owner" ? Effect.void : Effect.fail(new Forbidden({ message: messages.ownerOnly }))

/** Returns the message that refuses a member on a plan without teams, because such members can only read, or null. */
export const seatsToWrite = ({ limits, principal }: Pick<Caller, "limits" | "principal">): string | null =>
  principal.role === "owner" || limits.teamMembers > 0 ? null : messages.teamPlan

/** Refuses everybody but the account owner. */
export const ownerOnly = ({ principal }: Caller): Effect.Effect<void, Forbidden> =>
  principal.role === "owner" ? Effect.void : Effect.fail(new Forbidden({ message: messages.ownerOnly }))
