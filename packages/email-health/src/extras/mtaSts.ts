import { argumentsOf, aString } from "@mon/bundled/arguments"
import type { HttpsAnswer } from "../network/Transport.ts"

const acceptParseMtaStsPolicy = /* @__PURE__ */ argumentsOf("parseMtaStsPolicy", () => ({ text: aString }))

/** An MTA-STS policy (RFC 8461 section 3.2). */
export interface MtaStsPolicy {
  readonly mode: "enforce" | "testing" | "none"
  /** The patterns of the mail host names, in lower case. */
  readonly mx: ReadonlyArray<string>
  /** The lifetime of the policy, in seconds. */
  readonly maxAge: number
}

/**
 * The reason why senders cannot use a policy file. The codes are stable. `not_checked`: nothing is known about the
 * file.
 */
export type MtaStsFault =
  | "no_host"
  | "not_public"
  | "refused"
  | "certificate"
  | "protocol"
  | "too_large"
  | "redirect"
  | "http_status"
  | "content_type"
  | "version"
  | "mode"
  | "max_age"
  | "mx"
  | "not_checked"

/** A policy, or the reason why there is none. */
export type MtaStsPolicyResult =
  | { readonly ok: true; readonly policy: MtaStsPolicy }
  | { readonly ok: false; readonly fault: MtaStsFault }

/** The longest lifetime of a policy in seconds (RFC 8461 section 3.2). */
const MAX_AGE = 31_557_600
/** The most bytes of a policy (RFC 8461 section 3.3 suggests 64 KiB). */
export const MAX_POLICY_BYTES = 65_536
/** The most patterns that are read. No domain has more mail hosts. */
const MAX_PATTERNS = 100
const LINE = /^([a-z0-9][a-z0-9_.-]{0,31})[ \t]*:(.*)$/i
const SECONDS = /^\d{1,10}$/
/** A host name, or "*." and the rest of a host name (RFC 8461 section 3.2, `sts-policy-mx-value`). */
const PATTERN = /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?$/

const isMode = (text: string | undefined): text is MtaStsPolicy["mode"] =>
  text === "enforce" || text === "testing" || text === "none"

const fault = (code: MtaStsFault): MtaStsPolicyResult => ({ ok: false, fault: code })

/**
 * Parses an MTA-STS policy file. Ignores unknown fields. If a field is repeated, uses the first one.
 *
 * @example
 * parseMtaStsPolicy("version: STSv1\nmode: enforce\nmx: *.example.com\nmax_age: 604800") // => { ok: true, policy: { mode: "enforce", mx: ["*.example.com"], maxAge: 604800 } }
 */
export const parseMtaStsPolicy = (text: string): MtaStsPolicyResult => {
  acceptParseMtaStsPolicy(text)
  if (text.length > MAX_POLICY_BYTES) return fault("too_large")
  const fields = text.split(/\r?\n/).flatMap((line) => {
    const match = LINE.exec(line)
    return match === null ? [] : [[(match[1] ?? "").toLowerCase(), (match[2] ?? "").trim()] as const]
  })
  const first = (name: string): string | undefined => fields.find(([key]) => key === name)?.[1]
  const mode = first("mode")
  const age = first("max_age") ?? ""
  const mx = fields.filter(([key]) => key === "mx").map(([, value]) => value.toLowerCase().replace(/\.$/, ""))
  if (first("version") !== "STSv1") return fault("version")
  if (!isMode(mode)) return fault("mode")
  if (!SECONDS.test(age) || Number(age) > MAX_AGE) return fault("max_age")
  const valid = mx.length <= MAX_PATTERNS && mx.every((pattern) => pattern.length <= 255 && PATTERN.test(pattern))
  if (!valid || (mode !== "none" && mx.length === 0)) return fault("mx")
  return { ok: true, policy: { mode, mx, maxAge: Number(age) } }
}

const isPlainText = (contentType: string | null): boolean =>
  (contentType ?? "").split(";")[0]?.trim().toLowerCase() === "text/plain"

/**
 * Returns the policy from the HTTP answer of the policy host, by the rules that senders apply (RFC 8461 section 3.3).
 */
export const readPolicyAnswer = (answer: HttpsAnswer): MtaStsPolicyResult => {
  if (!answer.ok) return fault(answer.fault)
  if (answer.status >= 300 && answer.status < 400) return fault("redirect")
  if (answer.status !== 200) return fault("http_status")
  if (!isPlainText(answer.contentType)) return fault("content_type")
  return parseMtaStsPolicy(new TextDecoder().decode(answer.body))
}

export const MTA_STS_FAULTS: Readonly<Record<Exclude<MtaStsFault, "not_checked">, string>> = {
  no_host: "the policy host does not exist",
  not_public: "the policy host's address is not public",
  refused: "the policy host refuses connections",
  certificate: "the policy host's certificate is not valid",
  protocol: "the policy host does not respond over HTTPS",
  too_large: "the policy file is larger than 64 KiB",
  redirect: "the policy host sends a redirect, which senders do not follow",
  http_status: "the policy host does not respond with status 200",
  content_type: "the policy file does not have the content type text/plain",
  version: "the policy file does not begin with version: STSv1",
  mode: "the mode must be enforce, testing or none",
  max_age: "max_age must be a number of seconds, at most 31557600",
  mx: "the mx lines must be host names, and at least one is required"
}

/** Whether a policy covers a mail host (RFC 8461 section 4.1): a wildcard stands for exactly one label. */
export const covers = ({ mx }: MtaStsPolicy, host: string): boolean =>
  mx.some((pattern) =>
    pattern.startsWith("*.") ? host.slice(host.indexOf(".")) === pattern.slice(1) : host === pattern
  )
