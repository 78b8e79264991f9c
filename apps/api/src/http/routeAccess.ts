import { messages, type Route } from "@mon/api-contract"
import type { Caller } from "../auth/Caller.ts"

/** `session`: only signed-in people. `read`: also read-only keys. `write`: everybody but read-only keys. */
export type RouteAccess = "session" | "read" | "write"

/** Requests other than GET that change nothing, so that read-only keys may make them (extensions section 1). */
const readCalls: ReadonlySet<string> = new Set([
  "disposableEmail.check",
  "emailHealth.check",
  "emailHealth.message",
  "emailHealth.ofDomain",
  "simulations.estimate",
  "simulations.shareInfo"
])

/** Groups of endpoints that no key may use (interface section 5.2). */
const sessionGroups: ReadonlySet<string> = new Set(["keys"])

/** A new endpoint other than GET is refused to read-only keys until it is listed here. */
export const accessOf = ({ endpoint, group, method }: Pick<Route, "endpoint" | "group" | "method">): RouteAccess => {
  if (sessionGroups.has(group)) return "session"
  return method === "GET" || readCalls.has(`${group}.${endpoint}`) ? "read" : "write"
}

/** Why the credential of a caller does not allow a request, or null. */
export const credentialRefusal = (
  access: RouteAccess,
  { scope, via }: Pick<Caller, "scope" | "via">
): string | null => {
  if (access === "session") return via === "key" ? messages.keysBySession : null
  return access === "write" && scope === "read" ? messages.keyReadOnly : null
}
