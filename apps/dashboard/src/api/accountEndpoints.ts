import type {
  ChangePassword,
  ConfirmPassword,
  CreateCheckout,
  CreateKey,
  CreateWebhook,
  InviteMember,
  UpdateMember
} from "@mon/api-contract"
import type { NotificationType, SecondFactorRecord, WhatsAppNumbers } from "@mon/model"
import { change, read } from "./client.ts"
import type { Answer } from "./endpoints.ts"

const byId = (path: string, id: string, rest = "") => `${path}/${encodeURIComponent(id)}${rest}`

/** The number of notifications on a page of the list. After a full page, the list offers the next page. */
export const NOTIFICATIONS_A_PAGE = 30

export const accountEndpoints = {
  notifications: (type: NotificationType | null, before: string | null, signal?: AbortSignal) => {
    const query = new URLSearchParams({
      limit: String(NOTIFICATIONS_A_PAGE),
      ...(type === null ? {} : { type }),
      ...(before === null ? {} : { before })
    })
    return read<Answer<"notifications", "list">>(`/notifications?${query.toString()}`, signal)
  },
  deliveries: (id: string, signal?: AbortSignal) =>
    read<Answer<"notifications", "deliveries">>(byId("/notifications", id, "/deliveries"), signal),

  whatsApp: (signal?: AbortSignal) => read<WhatsAppNumbers>("/settings/whatsapp", signal),
  setWhatsApp: (number: string) => change<WhatsAppNumbers>("POST", "/settings/whatsapp", { number }),
  confirmWhatsApp: (code: string) => change<WhatsAppNumbers>("POST", "/settings/whatsapp/confirm", { code }),
  removeWhatsApp: () => change<WhatsAppNumbers>("DELETE", "/settings/whatsapp"),

  webhooks: (signal?: AbortSignal) => read<Answer<"webhooks", "list">>("/webhooks", signal),
  createWebhook: (webhook: CreateWebhook) => change<Answer<"webhooks", "create">>("POST", "/webhooks", webhook),
  testWebhook: (id: string) => change<Answer<"webhooks", "test">>("POST", byId("/webhooks", id, "/test")),
  removeWebhook: (id: string) => change<unknown>("DELETE", byId("/webhooks", id)),
  webhookDeliveries: (id: string, signal?: AbortSignal) =>
    read<Answer<"webhooks", "deliveries">>(byId("/webhooks", id, "/deliveries"), signal),

  team: (signal?: AbortSignal) => read<Answer<"team", "list">>("/team", signal),
  invite: (member: InviteMember) => change<Answer<"team", "invite">>("POST", "/team/invite", member),
  updateMember: (id: string, member: UpdateMember) =>
    change<Answer<"team", "update">>("PATCH", byId("/team", id), member),
  invitationLink: (id: string) => change<Answer<"team", "link">>("POST", byId("/team", id, "/link")),
  resendInvitation: (id: string) => change<Answer<"team", "resend">>("POST", byId("/team", id, "/resend")),
  removeMember: (id: string) => change<Answer<"team", "remove">>("DELETE", byId("/team", id)),

  createTag: (tag: { readonly name: string; readonly color: string }) =>
    change<Answer<"tags", "create">>("POST", "/tags", tag),
  updateTag: (id: string, tag: { readonly name: string; readonly color: string }) =>
    change<Answer<"tags", "update">>("PATCH", byId("/tags", id), tag),
  removeTag: (id: string) => change<unknown>("DELETE", byId("/tags", id)),

  apiKeys: (signal?: AbortSignal) => read<Answer<"keys", "list">>("/keys", signal),
  createKey: (key: CreateKey) => change<Answer<"keys", "create">>("POST", "/keys", key),
  renameKey: (id: string, name: string) => change<Answer<"keys", "update">>("PATCH", byId("/keys", id), { name }),
  removeKey: (id: string) => change<unknown>("DELETE", byId("/keys", id)),

  billing: (signal?: AbortSignal) => read<Answer<"billing", "get">>("/billing", signal),
  payments: (signal?: AbortSignal) => read<Answer<"billing", "history">>("/billing/history", signal),
  prices: (signal?: AbortSignal) => read<Answer<"billing", "prices">>("/billing/prices", signal),
  credits: (signal?: AbortSignal) => read<Answer<"simulations", "credits">>("/simulation-credits", signal),
  checkout: (what: CreateCheckout) => change<Answer<"billing", "checkout">>("POST", "/billing/checkout", what),

  rename: (name: string | null) => change<Answer<"account", "update">>("PATCH", "/account", { name }),
  changePassword: (passwords: ChangePassword) => change<unknown>("POST", "/account/password", passwords),
  leaveTeam: () => change<Answer<"account", "leaveTeam">>("POST", "/account/leave"),
  confirmPassword: (typed: ConfirmPassword) => change<unknown>("POST", "/account/confirm", typed),

  secondFactor: (signal?: AbortSignal) => read<SecondFactorRecord>("/second-factor", signal),
  sessions: (signal?: AbortSignal) => read<Answer<"sessions", "list">>("/sessions", signal),
  endSession: (id: string) => change<unknown>("DELETE", byId("/sessions", id)),
  endOtherSessions: () => change<Answer<"sessions", "removeOthers">>("DELETE", "/sessions")
} as const
