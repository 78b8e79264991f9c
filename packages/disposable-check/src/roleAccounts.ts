import { argumentsOf, aString } from "@mon/bundled/arguments"

const acceptRoleOf = /* @__PURE__ */ argumentsOf("roleOf", () => ({ local: aString }))

/** The kind of a role address. `role`: several people read it; `noreply`: nobody reads it. */
export type RoleKind = "role" | "noreply"

/** The role names of RFC 2142. */
const STANDARD = [
  "abuse",
  "ftp",
  "hostmaster",
  "info",
  "marketing",
  "news",
  "noc",
  "postmaster",
  "sales",
  "security",
  "support",
  "usenet",
  "uucp",
  "webmaster",
  "www"
]
const USUAL = [
  "accounting",
  "accounts",
  "admin",
  "administrator",
  "billing",
  "careers",
  "contact",
  "customerservice",
  "enquiries",
  "feedback",
  "hello",
  "help",
  "hr",
  "inquiries",
  "invoices",
  "jobs",
  "legal",
  "mail",
  "media",
  "newsletter",
  "office",
  "orders",
  "partners",
  "press",
  "privacy",
  "recruiting",
  "service",
  "team"
]
const NOBODY = [
  "donotreply",
  "do-not-reply",
  "do_not_reply",
  "mailer-daemon",
  "no-reply",
  "no.reply",
  "no_reply",
  "noreply"
]

const ROLES: ReadonlyMap<string, RoleKind> = /* @__PURE__ */ new Map([
  ...[...STANDARD, ...USUAL].map((name): [string, RoleKind] => [name, "role"]),
  ...NOBODY.map((name): [string, RoleKind] => [name, "noreply"])
])

/**
 * Returns the role that the part before the @ names, in lower case without its "+tag"; null if it names no role.
 * Recognises the role names of RFC 2142 and other common role names.
 *
 * @example
 * roleOf("No-Reply+shop") // => { name: "no-reply", kind: "noreply" }
 */
export const roleOf = (local: string): { readonly name: string; readonly kind: RoleKind } | null => {
  acceptRoleOf(local)
  const name = (local.split("+", 1)[0] ?? "").toLowerCase()
  const kind = ROLES.get(name)
  return kind === undefined ? null : { name, kind }
}
