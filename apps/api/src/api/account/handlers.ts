import type { UpdateSettings } from "@mon/api-contract"
import { Accounts } from "@mon/core-store"
import { type Account, showLimits } from "@mon/model"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

/** The caller's profile with the plan in force. */
const showAccount = Effect.fnUntraced(function* ({ limits, plan, principal, viewer }: Caller) {
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

/** The caller's own settings and its account's. */
const showSettings = Effect.fnUntraced(function* ({ viewer }: Caller) {
  return yield* (yield* Accounts).settings(viewer)
})

/** Changes the settings that are given; the pause is the account's, so only its owner may set it. */
const updateSettings = Effect.fn("updateSettings")(function* (caller: Caller, wanted: UpdateSettings) {
  if (wanted.notificationsPaused !== undefined) yield* ownerOnly(caller)
  return yield* (yield* Accounts).updateSettings(caller.viewer, wanted)
})

export const accountHandlers: GroupHandlers<"account"> = {
  get: ({ caller }) => Effect.map(showAccount(caller), ok)
}

export const settingsHandlers: GroupHandlers<"settings"> = {
  get: ({ caller }) => Effect.map(showSettings(caller), ok),
  update: ({ caller, payload }) => Effect.map(updateSettings(caller, payload), ok)
}
