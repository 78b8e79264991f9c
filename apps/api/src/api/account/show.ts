import { Accounts } from "@mon/core-store"
import { type Account, showLimits } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/** The caller's profile with the plan in force. */
export const showAccount = Effect.fnUntraced(function* ({ limits, plan, principal, viewer }: Caller) {
  const profile = yield* (yield* Accounts).profile(viewer)
  if (profile === null) return yield* Effect.die(new Error("A caller's account is not there."))
  return {
    id: profile.id,
    email: profile.email,
    name: profile.name,
    role: principal.role,
    plan,
    planExpiresAt: profile.planExpiresAt?.toISOString() ?? null,
    createdAt: profile.createdAt.toISOString(),
    usage: { domains: profile.domainsUsed, urls: profile.urlsUsed, teamMembers: profile.teamMembersUsed },
    limits: showLimits(limits)
  } satisfies Account
})
