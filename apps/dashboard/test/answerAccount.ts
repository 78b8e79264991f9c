import type { CreateKey } from "@mon/api-contract"
import type { AlertChannel, ApiKeyRecord, Branding, Settings } from "@mon/model"
import {
  type AccountState,
  billing,
  credits,
  deliveries,
  notifications,
  payments,
  prices,
  webhookDeliveries
} from "./accountRecords.ts"
import { acceptedTest, channelDeliveries, channelKinds, germanKinds, refusedTest } from "./channelRecords.ts"
import { auditEntries } from "./auditRecords.ts"
import { scheduledReport } from "./reportRecords.ts"
import { answerRoutes } from "./answerRoutes.ts"
import { answerContactRules, answerOwnChannels } from "./answerContacts.ts"
import { answerMaintenance } from "./answerMaintenance.ts"
import type { Body, StandInRequest } from "./StandInRequest.ts"

const oldSignIn = { problem: "Enter your password: you signed in more than 15 minutes ago.", status: 403 }

const now = () => new Date().toISOString()

const without = <A>(list: Array<A>, matches: (item: A) => boolean): void => {
  const index = list.findIndex(matches)
  if (index >= 0) list.splice(index, 1)
}

const answerNotifications = ({ id, query, rest }: StandInRequest): unknown => {
  if (rest === "deliveries") return deliveries
  if (id !== undefined) return undefined
  const type = query.get("type")
  const found = notifications.filter((one) => type === null || one.type === type)
  const from = found.findIndex((one) => one.id === query.get("before")) + 1
  return found.slice(from, from + Number(query.get("limit") ?? 20))
}

const answerAudit = ({ id, query }: StandInRequest): unknown => {
  if (id !== undefined) return undefined
  const wanted = query.get("action")
  const email = query.get("email")
  return auditEntries.filter(
    (one) => (wanted === null || one.action.startsWith(wanted)) && (email === null || one.email === email)
  )
}

const answerTags = (state: AccountState, { body, id, method }: StandInRequest): unknown => {
  if (method === "POST") {
    const tag = {
      id: `tag-${state.tags.length}`,
      name: String(body["name"]),
      color: String(body["color"] ?? "#6b7280"),
      sortOrder: state.tags.length,
      domainCount: 0,
      urlCount: 0,
      heartbeatCount: 0,
      serviceCount: 0,
      createdAt: now()
    }
    state.tags.push(tag)
    return tag
  }
  if (method === "PATCH") {
    state.tags = state.tags.map((tag) => (tag.id === id ? { ...tag, ...(body as object) } : tag))
    return state.tags.find((tag) => tag.id === id)
  }
  if (method === "DELETE") {
    without(state.tags, (tag) => tag.id === id)
    return { id, deleted: true }
  }
  return state.tags
}

const answerTeam = (state: AccountState, { body, id, method, rest }: StandInRequest): unknown => {
  if (method === "GET") return state.team
  const member = state.team.find(({ membershipId }) => membershipId === id)
  if (id === "invite") {
    if (body["email"] === "taken@example.com") return { problem: "This user has already been invited." }
    state.invited.push(body)
    const invited = {
      membershipId: "m9",
      email: String(body["email"]),
      name: null,
      status: "pending" as const,
      memberRole: (body["memberRole"] ?? "editor") as (typeof state.team)[number]["memberRole"],
      domainAccess: body["domainAccess"] as (typeof state.team)[number]["domainAccess"],
      urlAccess: (body["urlAccess"] ?? []) as (typeof state.team)[number]["urlAccess"],
      heartbeatAccess: (body["heartbeatAccess"] ?? []) as (typeof state.team)[number]["heartbeatAccess"],
      serviceAccess: (body["serviceAccess"] ?? []) as (typeof state.team)[number]["serviceAccess"],
      tagAccess: (body["tagAccess"] ?? []) as (typeof state.team)[number]["tagAccess"],
      invitedAt: now(),
      expiresAt: now(),
      acceptedAt: null
    }
    state.team.push(invited)
    return invited
  }
  if (member === undefined) return undefined
  if (rest === "link") return { url: "https://mon.example.com/invite/abcdefghijklmnop", expiresAt: now() }
  if (rest === "resend") return member
  const ended = {
    apiKeys: [{ id: "k", shown: "mon_0123…BnzHq" }],
    webhooks: [
      {
        id: "w9",
        domainId: "id-2",
        urlId: null,
        heartbeatId: null,
        serviceId: null,
        label: "Her chat",
        url: "https://chat.example.com"
      }
    ],
    channels: [],
    ccEmails: []
  }
  if (method === "DELETE") {
    without(state.team, ({ membershipId }) => membershipId === id)
    return { id, deleted: true, ended }
  }
  if (body["memberRole"] !== member.memberRole && state.asksPassword) return oldSignIn
  const changed = {
    ...member,
    memberRole: (body["memberRole"] ?? member.memberRole) as typeof member.memberRole,
    domainAccess: (body["domainAccess"] ?? member.domainAccess) as typeof member.domainAccess,
    urlAccess: (body["urlAccess"] ?? member.urlAccess) as typeof member.urlAccess,
    heartbeatAccess: (body["heartbeatAccess"] ?? member.heartbeatAccess) as typeof member.heartbeatAccess,
    serviceAccess: (body["serviceAccess"] ?? member.serviceAccess) as typeof member.serviceAccess,
    tagAccess: (body["tagAccess"] ?? member.tagAccess) as typeof member.tagAccess
  }
  state.team = state.team.map((one) => (one.membershipId === id ? changed : one))
  return { ...changed, ended: { ...ended, apiKeys: [] } }
}

const answerSessions = (state: AccountState, { id, method }: StandInRequest): unknown => {
  if (method === "GET") return state.sessions
  const ended = state.sessions.filter((one) => (id === undefined ? !one.isCurrent : one.id === id))
  state.sessions = state.sessions.filter((one) => !ended.includes(one))
  return id === undefined ? { ended: ended.length } : { id, deleted: true }
}

const answerWebhooks = (state: AccountState, { body, id, method, rest }: StandInRequest): unknown => {
  if (rest === "deliveries") return webhookDeliveries
  if (rest === "test") {
    return {
      delivered: false,
      statusCode: 500,
      responseTimeMs: 212,
      error: { code: "http_status", message: "The receiver returned an error. HTTP 500" }
    }
  }
  if (method === "DELETE") {
    without(state.webhooks, (webhook) => webhook.id === id)
    return { id, deleted: true }
  }
  if (method === "GET") return state.webhooks
  if (!String(body["url"]).startsWith("https://hooks."))
    return { problem: "url must be an https URL with a public host name." }
  const webhook = {
    id: "w3",
    domainId: body["domainId"] === undefined ? null : String(body["domainId"]),
    heartbeatId: null,
    serviceId: null,
    urlId: body["urlId"] === undefined ? null : String(body["urlId"]),
    scope:
      body["domainId"] !== undefined
        ? ("domain" as const)
        : body["urlId"] !== undefined
          ? ("url" as const)
          : ("account" as const),
    url: String(body["url"]),
    label: String(body["label"] ?? "hooks.example.com"),
    events: body["events"] as (typeof state.webhooks)[number]["events"],
    isActive: true,
    createdAt: now(),
    lastDeliveryAt: null,
    lastDeliveryStatus: null
  }
  state.webhooks.unshift(webhook)
  return { ...webhook, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=" }
}

const answerChannels = (state: AccountState, { body, id, method, query, rest }: StandInRequest): unknown => {
  if (rest === "deliveries") return channelDeliveries
  if (rest === "test") return refusedTest
  if (id === "kinds") return query.get("language") === "de" ? germanKinds : channelKinds
  if (id === "test") return acceptedTest
  if (method === "DELETE") {
    without(state.channels, (channel) => channel.id === id)
    return { id, deleted: true }
  }
  if (method === "GET") return state.channels
  if (id === "from-url" && !String(body["url"]).startsWith("ntfy"))
    return { problem: "Apprise URLs that begin with mailto:// cannot be used. Add the address as an email recipient." }
  if (method === "PATCH") {
    if (body["settings"] !== undefined && state.asksPassword) return oldSignIn
    state.channels = state.channels.map((channel) => (channel.id === id ? changedChannel(channel, body) : channel))
    return state.channels.find((channel) => channel.id === id)
  }
  const settings = body["settings"] as Readonly<Record<string, string>> | undefined
  if (settings?.["server"]?.includes("private") === true)
    return { problem: "settings.server: The channel's address must be an https URL with a public host name." }
  const created: AlertChannel = {
    id: `c${state.channels.length + 1}`,
    kind: (body["kind"] ?? "ntfy") as AlertChannel["kind"],
    name: String(body["name"] ?? body["kind"] ?? "ntfy"),
    settings: settings ?? {},
    inDefaultRoute: body["inDefaultRoute"] !== false,
    quietHours: (body["quietHours"] ?? null) as AlertChannel["quietHours"],
    isActive: true,
    stoppedBy: null,
    createdAt: now(),
    lastDeliveryAt: null,
    lastDeliveryStatus: null,
    failingSince: null
  }
  state.channels.push(created)
  return id === "from-url" ? [{ ...created, ignored: [] }] : created
}

const changedChannel = (channel: AlertChannel, body: Body): AlertChannel => {
  const isActive = body["isActive"] === undefined ? channel.isActive : body["isActive"] === true
  return {
    ...channel,
    ...(body as Partial<AlertChannel>),
    isActive,
    stoppedBy: isActive ? null : (channel.stoppedBy ?? "owner")
  }
}

const answerKeys = (state: AccountState, { body, id, method }: StandInRequest): unknown => {
  if (method === "GET") return state.keys
  if (method === "DELETE") {
    state.keys = state.keys.filter((key) => key.id !== id)
    return { id, deleted: true }
  }
  if (method === "PATCH") {
    state.keys = state.keys.map((key) => (key.id === id ? { ...key, name: String(body["name"]) } : key))
    return state.keys.find((key) => key.id === id)
  }
  if (state.asksPassword) return oldSignIn
  const { expiresAt = null, name, replaces, scope } = body as unknown as CreateKey
  const key: ApiKeyRecord = {
    id: `k${state.keys.length + 1}`,
    name,
    scope,
    state: "active",
    shown: "mon_0123…BnzHq",
    createdAt: now(),
    expiresAt,
    lastUsedAt: null
  }
  state.keys = [...state.keys.filter((old) => old.id !== replaces), key]
  return { ...key, key: "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq" }
}

const answerSettings = (state: AccountState, { body, id, method, rest }: StandInRequest): unknown => {
  if (id === "branding") {
    if (method === "PATCH") state.branding = { ...state.branding, ...(body as Partial<Branding>) }
    return state.branding
  }
  if (id === "whatsapp") {
    if (method === "DELETE") Object.assign(state, { number: null, pendingNumber: null })
    else if (rest === "confirm") Object.assign(state, { number: state.pendingNumber, pendingNumber: null })
    else if (method === "POST") state.pendingNumber = String(body["number"])
    return { number: state.number, pendingNumber: state.pendingNumber }
  }
  if (typeof body["timezone"] === "string") state.timezone = body["timezone"]
  if (typeof body["weeklyReportEnabled"] === "boolean") state.weekly = body["weeklyReportEnabled"]
  if (body["language"] !== undefined) state.language = body["language"] as Settings["language"]
  return {
    timezone: state.timezone,
    language: state.language,
    weeklyReportEnabled: state.weekly,
    alertsByEmail: true,
    degradedAlerts: false,
    contentFaultsOffer: false,
    notificationsPaused: false
  } satisfies Settings
}

const answerBilling = (state: AccountState, { body, id }: StandInRequest): unknown => {
  if (id === "history") return state.canBuy ? payments : []
  if (id === "prices") return { ...prices, canBuy: state.canBuy }
  if (id !== "checkout") return billing
  state.bought.push(body)
  return { checkoutUrl: "/app/billing?paid=1", expiresAt: now(), orderId: "o1" }
}

const answerSchedules = (state: AccountState, { body, id, method }: StandInRequest): unknown => {
  if (method === "POST") {
    const made = scheduledReport(state.schedules.length, body)
    state.schedules.push(made)
    return made
  }
  if (method === "PATCH") {
    state.schedules = state.schedules.map((one) => (one.id === id ? scheduledReport(0, { ...body, id }) : one))
    return state.schedules.find((one) => one.id === id)
  }
  if (method === "DELETE") without(state.schedules, (one) => one.id === id)
  return state.schedules
}

const groups: Readonly<Record<string, (state: AccountState, request: StandInRequest) => unknown>> = {
  notifications: (_, request) => answerNotifications(request),
  tags: answerTags,
  team: answerTeam,
  channels: answerChannels,
  "contact-rules": answerContactRules,
  "own-channels": answerOwnChannels,
  routes: answerRoutes,
  webhooks: answerWebhooks,
  keys: answerKeys,
  "second-factor": ({ secondFactor }) => secondFactor,
  audit: (_, request) => answerAudit(request),
  sessions: answerSessions,
  "maintenance-windows": (state, request) => answerMaintenance(state.windows, request),
  settings: answerSettings,
  billing: answerBilling,
  "scheduled-reports": answerSchedules,
  "simulation-credits": () => credits
}

/** Returns the stand-in's response about the account and its people, or undefined for any other request. */
export const answerAccount = (state: AccountState, request: StandInRequest): unknown => {
  const { body, group, id, method } = request
  if (group === "account" && id === "leave") {
    if (state.asksPassword) return oldSignIn
    state.hasLeft = true
    return { id: "m1", deleted: true, ended: { apiKeys: [], webhooks: [], channels: [], ccEmails: [] } }
  }
  if (group === "account" && method === "POST") {
    const proof = id === "password" ? body["current"] : body["password"]
    if (proof === "wrong") return { problem: "The password is incorrect." }
    state.passwords.push(body)
    state.asksPassword = false
    return { confirmed: true }
  }
  if (group === "account" && method === "PATCH") state.name = body["name"] as string | null
  return groups[group]?.(state, request)
}
