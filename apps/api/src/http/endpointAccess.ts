import { messages, type Endpoint } from "@mon/api-contract"
import { type Caller, seatsToWrite } from "../auth/Caller.ts"

/** `session`: only signed-in people. `read`: also read-only keys. `write`: everybody but read-only keys. */
export type EndpointAccess = "session" | "read" | "write"

/** Requests other than GET that change nothing, so that read-only keys may make them. */
const readCalls: ReadonlySet<string> = new Set([
  "config.plan",
  "disposableEmail.check",
  "emailHealth.check",
  "emailHealth.message",
  "emailHealth.ofDomain",
  "emailHealth.verify",
  "routes.tryChange",
  "routes.tryNew",
  "simulations.estimate",
  "simulations.shareInfo"
])

/** Groups of endpoints that no key may use, and the reason that a key gets. */
const sessionGroups: ReadonlyMap<string, string> = new Map([
  ["keys", messages.keysBySession],
  ["secondFactor", messages.sessionsBySession],
  ["sessions", messages.sessionsBySession]
])

/** The endpoints that a person may call who must set up a second factor first. */
const enrolmentCalls: ReadonlySet<string> = new Set([
  "account.confirm",
  "secondFactor.confirm",
  "secondFactor.get",
  "secondFactor.setUp"
])

/** Changes of what belongs to the caller alone. */
const personalCalls: ReadonlySet<string> = new Set([
  "account.changePassword",
  "account.confirm",
  "account.leaveTeam",
  "account.update",
  "settings.update",
  "urls.markAllSeen",
  "urls.markSeen",
  "urls.markUnseen"
])

/** The credentials that may make a request. */
export interface EndpointPermission {
  readonly access: EndpointAccess
  /** The refusal of API keys. */
  readonly keyRefusal: string
  /** Also sessions of people who must set up a second factor first. */
  readonly enrols: boolean
  /** It changes only what belongs to the caller, so that admins may make it on every plan. */
  readonly isPersonal: boolean
}

/** A new endpoint other than GET is refused to read-only keys until it is listed here. */
const accessOf = ({ group, name, method }: Pick<Endpoint, "group" | "method" | "name">): EndpointAccess => {
  if (sessionGroups.has(group)) return "session"
  return method === "GET" || readCalls.has(`${group}.${name}`) ? "read" : "write"
}

export const permissionOf = (endpoint: Pick<Endpoint, "group" | "method" | "name">): EndpointPermission => ({
  access: accessOf(endpoint),
  keyRefusal: sessionGroups.get(endpoint.group) ?? messages.sessionOnly,
  enrols: enrolmentCalls.has(`${endpoint.group}.${endpoint.name}`),
  isPersonal: personalCalls.has(`${endpoint.group}.${endpoint.name}`)
})

/** Returns the reason why the credential of a caller does not allow a request, or null. */
export const credentialRefusal = (
  { access, keyRefusal }: EndpointPermission,
  { scope, via }: Pick<Caller, "scope" | "via">
): string | null => {
  if (access === "session") return via === "key" ? keyRefusal : null
  return access === "write" && scope === "read" ? messages.keyReadOnly : null
}

/**
 * Returns the reason why the plan does not allow a request of an admin, or null: on a plan without teams, members can
 * only read.
 */
export const planRefusal = (
  { access, isPersonal }: EndpointPermission,
  caller: Pick<Caller, "limits" | "principal">
): string | null =>
  access === "write" && !isPersonal && caller.principal.memberRole === "admin" ? seatsToWrite(caller) : null
