import { aNumber, optional, optionsOf, argumentsOf, aString, textLike } from "@mon/bundled/arguments"
import { checkOptions } from "./argumentKinds.ts"
import { parseIpAddress } from "@mon/public-net/policy"
import { resolverFields } from "./resolverFields.ts"
import type { EmailHealthReport } from "./EmailHealthReport.ts"
import type { CheckEmailHealthOptions, ResolverOptions } from "./CheckOptions.ts"
import type { SpfOutcome, SpfRequest } from "./spf/SpfOutcome.ts"

const acceptCheckEmailHealth = /* @__PURE__ */ argumentsOf("checkEmailHealth", () => ({
  domain: aString,
  options: optional(checkOptions())
}))
const acceptCheckSpf = /* @__PURE__ */ argumentsOf("checkSpf", () => ({
  request: optionsOf<SpfRequest>({
    ip: textLike("an IPv4 or IPv6 address", (value) => parseIpAddress(value) !== null),
    sender: aString,
    helo: optional(aString),
    receiver: optional(aString),
    now: optional(aNumber("a number of seconds since 1970", 0))
  }),
  options: optional(optionsOf<ResolverOptions>(resolverFields()))
}))

/**
 * Checks a domain's MX, SPF, DKIM and DMARC records, and whether blacklists contain it. Rejects with an
 * EmailHealthError if the domain is invalid. If the signal aborts, rejects with the signal's reason.
 *
 * @example
 * (await checkEmailHealth("parked.example.com", { zone: { "parked.example.com": { MX: [{ preference: 0, exchange: "." }], TXT: ["v=spf1 -all"] }, "_dmarc.parked.example.com": { TXT: ["v=DMARC1; p=reject"] } } })).score // => 100
 */
export const checkEmailHealth = async (
  domain: string,
  options: CheckEmailHealthOptions = {}
): Promise<EmailHealthReport> => {
  acceptCheckEmailHealth(domain, options)
  const { runHealthCheck } = await import("./runCheck.ts")
  return runHealthCheck(domain, options)
}

/**
 * Returns the SPF result of one message, as a receiver evaluates it (RFC 7208). Rejects with a TypeError if the IP
 * address is invalid.
 *
 * @example
 * (await checkSpf({ ip: "192.0.2.1", sender: "a@example.com" }, { zone: { "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] } } })).result // => "pass"
 */
export const checkSpf = async (request: SpfRequest, options: ResolverOptions = {}): Promise<SpfOutcome> => {
  acceptCheckSpf(request, options)
  const { runSpfCheck } = await import("./runCheck.ts")
  return runSpfCheck(request, options)
}
