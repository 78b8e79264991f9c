import { domainToASCII } from "node:url"
import { parse } from "tldts"

export type HostProblem = "malformed" | "unknown_tld" | "public_suffix"
export type CheckedHost =
  | { readonly ok: true; readonly host: string }
  | { readonly ok: false; readonly reason: HostProblem }

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
const HOST = new RegExp(`^(?=.{1,253}$)(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/**
 * Converts a line of a list to a host name that can have a rule: in lower-case ASCII, below a known public suffix, and
 * not a public suffix itself.
 */
export const checkHost = (line: string): CheckedHost => {
  const bare = line.trim().replace(/^@/, "").replace(/^\*\./, "").replace(/\.$/, "").toLowerCase()
  const host = /^[a-z0-9.-]*$/.test(bare) ? bare : domainToASCII(bare)
  if (!HOST.test(host)) return { ok: false, reason: "malformed" }
  const parsed = parse(host, { allowPrivateDomains: true })
  if (parsed.isIcann !== true && parsed.isPrivate !== true) return { ok: false, reason: "unknown_tld" }
  if (parsed.publicSuffix === host) return { ok: false, reason: "public_suffix" }
  return { ok: true, host }
}

/** Returns the parent domains of a host that have at least two labels, nearest first. */
export const parents = (host: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
    const parent = host.slice(dot + 1)
    if (parent.includes(".")) found.push(parent)
  }
  return found
}
