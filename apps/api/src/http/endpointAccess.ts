import { messages, type Endpoint } from "@mon/api-contract"
import { type Caller, seatsToWrite } from "../auth/Caller.ts"

/**
 * The credentials that an endpoint accepts. `session`: only sessions. `read`: also all API keys. `write`: also API keys
 * that are not read-only.
 */
export type EndpointAccess = "session" | "read" | "write"

/** The requests other than GET that change nothing, so that read-only keys may make them. */
const readCalls: ReadonlySet<string> = new Set([
  "config.plan",
  "disposableEmail.check",
  "emailHealth.check",
  "emailHealth.message",
  "emailHealth.ofDomain",
  "emailHealth.verify",
  "onCall.tryCalendarImport",
  "onCall.tryChange",
  "onCall.tryNew",
  "routes.tryChange",
  "routes.tryNew",
  "simulations.estimate",
  "simulations.shareInfo"
])

/** Requests, other than those of the group `heartbeats`, that API keys for heartbeats may make. */
const callsForHeartbeats: ReadonlySet<string> = new Set(["tags.list"])

/** The groups of endpoints that refuse all API keys, with the message of the refusal. */
const sessionGroups: ReadonlyMap<string, string> = new Map([
  ["keys", messages.keysBySession],
  ["secondFactor", messages.sessionsBySession],
  ["sessions", messages.sessionsBySession]
])

/** The endpoints that a person may use before setting up a required second factor. */
const enrolmentCalls: ReadonlySet<string> = new Set([
  "account.confirm",
  "secondFactor.confirm",
  "secondFactor.get",
  "secondFactor.setUp"
])

/** The requests that change only the caller's own data. */
const personalCalls: ReadonlySet<string> = new Set([
  "account.changePassword",
  "account.confirm",
  "account.leaveTeam",
  "account.update",
  "contacts.create",
  "contacts.remove",
  "contacts.sendCode",
  "contacts.testRules",
  "contacts.update",
  "contacts.updateRules",
  "contacts.verify",
  "onCall.makeCalendar",
  "onCall.makeOwnCalendar",
  "onCall.removeCalendar",
  "onCall.removeOwnCalendar",
  "settings.update",
  "urls.markAllSeen",
  "urls.markSeen",
  "urls.markUnseen"
])

export interface EndpointPermission {
  readonly access: EndpointAccess
  /** Whether API keys for heartbeats may make the request. */
  readonly isForHeartbeats: boolean
  readonly keyRefusal: string
  /** Whether people who still have to set up a required second factor may use the endpoint. */
  readonly enrols: boolean
  /** Whether the request changes only the caller's own data. If so, admins may use the endpoint on every plan. */
  readonly isPersonal: boolean
}

/**
 * Returns the credentials that can use an endpoint. Read-only keys can use only GET endpoints and the endpoints in
 * `readCalls`.
 */
const accessOf = ({ group, name, method }: Pick<Endpoint, "group" | "method" | "name">): EndpointAccess => {
  if (sessionGroups.has(group)) return "session"
  return method === "GET" || readCalls.has(`${group}.${name}`) ? "read" : "write"
}

export const permissionOf = (endpoint: Pick<Endpoint, "group" | "method" | "name">): EndpointPermission => ({
  access: accessOf(endpoint),
  isForHeartbeats: endpoint.group === "heartbeats" || callsForHeartbeats.has(`${endpoint.group}.${endpoint.name}`),
  keyRefusal: sessionGroups.get(endpoint.group) ?? messages.sessionOnly,
  enrols: enrolmentCalls.has(`${endpoint.group}.${endpoint.name}`),
  isPersonal: personalCalls.has(`${endpoint.group}.${endpoint.name}`)
})

export const credentialRefusal = (
  { access, isForHeartbeats, keyRefusal }: EndpointPermission,
  { scope, via }: Pick<Caller, "scope" | "via">
): string | null => {
  if (access === "session") return via === "key" ? keyRefusal : null
  if (scope === "heartbeats" && !isForHeartbeats) return messages.keyOfHeartbeats
  return access === "write" && scope === "read" ? messages.keyReadOnly : null
}

/**
 * Returns the reason why the plan does not allow an admin's request, or null. On a plan without teams, members can only
 * read.
 */
export const planRefusal = (
  { access, isPersonal }: EndpointPermission,
  caller: Pick<Caller, "limits" | "principal">
): string | null =>
  access === "write" && !isPersonal && caller.principal.memberRole === "admin" ? seatsToWrite(caller) : null
