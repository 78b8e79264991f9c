import { BadRequest, Forbidden, messages, type UpdateAccount, type UpdateSettings } from "@mon/api-contract"
import { Accounts, RefusedAddresses } from "@mon/core-store"
import { type Account, showLimits } from "@mon/model"
import { Effect } from "effect"
import { adminOnly, type Caller, seatsToWrite } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { showBranding, updateBranding } from "./branding.ts"
import { exportAccount } from "./export.ts"
import { leaveTeam } from "./leaveTeam.ts"
import { confirmPassword, setPassword } from "./password.ts"
import { confirmWhatsApp, removeWhatsApp, setWhatsApp, showWhatsApp } from "./whatsApp.ts"

const showAccount = Effect.fnUntraced(function* ({ limits, plan, principal, viewer }: Caller) {
  const profile = yield* (yield* Accounts).profile(viewer)
  if (profile === null) return yield* Effect.die(new Error("The caller's account does not exist."))
  const refused = yield* (yield* RefusedAddresses).ofAccount(viewer)
  return {
    id: profile.id,
    email: profile.email,
    name: profile.name,
    role: principal.role,
    memberRole: principal.memberRole,
    plan,
    planExpiresAt: profile.planExpiresAt?.toISOString() ?? null,
    createdAt: profile.createdAt.toISOString(),
    usage: { domains: profile.domainsUsed, urls: profile.urlsUsed, teamMembers: profile.teamMembersUsed },
    limits: showLimits(limits),
    refusedAddresses: refused.map(({ address, code, refusedAt }) => ({
      address,
      code,
      refusedAt: refusedAt.toISOString()
    }))
  } satisfies Account
})

const showSettings = Effect.fnUntraced(function* ({ viewer }: Caller) {
  return yield* (yield* Accounts).settings(viewer)
})

/** Changes the given settings. Only the owner and admins may change settings that affect the whole account. */
const updateSettings = Effect.fn("updateSettings")(function* (caller: Caller, input: UpdateSettings) {
  const { contentFaultsOffer, degradedAlerts, notificationsPaused } = input
  if ([contentFaultsOffer, degradedAlerts, notificationsPaused].some((value) => value !== undefined)) {
    yield* adminOnly(caller)
    const message = seatsToWrite(caller)
    if (message !== null) return yield* new Forbidden({ message })
  }
  if (input.alertsByEmail === false && caller.principal.role === "owner")
    return yield* new BadRequest({ message: messages.ownerGetsAlerts })
  return yield* (yield* Accounts).updateSettings(caller.viewer, input)
})

const updateAccount = Effect.fn("updateAccount")(function* (caller: Caller, { name }: UpdateAccount) {
  if (name !== undefined) yield* (yield* Accounts).rename(caller.viewer, name === null ? null : name.trim())
  return yield* showAccount(caller)
})

export const accountHandlers: GroupHandlers<"account"> = {
  get: ({ caller }) => Effect.map(showAccount(caller), ok),
  update: ({ caller, payload }) => Effect.map(updateAccount(caller, payload), ok),
  changePassword: ({ caller, payload }) => setPassword(caller, payload),
  confirm: ({ caller, payload }) => confirmPassword(caller, payload),
  leaveTeam: ({ caller }) => leaveTeam(caller),
  export: ({ caller }) => exportAccount(caller)
}

export const settingsHandlers: GroupHandlers<"settings"> = {
  get: ({ caller }) => Effect.map(showSettings(caller), ok),
  update: ({ caller, payload }) => Effect.map(updateSettings(caller, payload), ok),
  branding: ({ caller }) => Effect.map(showBranding(caller), ok),
  updateBranding: ({ caller, payload }) => Effect.map(updateBranding(caller, payload), ok),
  whatsApp: ({ caller }) => Effect.map(showWhatsApp(caller), ok),
  setWhatsApp: ({ caller, payload }) => Effect.map(setWhatsApp(caller, payload.number), ok),
  confirmWhatsApp: ({ caller, payload }) => Effect.map(confirmWhatsApp(caller, payload.code), ok),
  removeWhatsApp: ({ caller }) => Effect.map(removeWhatsApp(caller), ok)
}
