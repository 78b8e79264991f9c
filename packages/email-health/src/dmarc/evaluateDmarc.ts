import type { DnsError } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import { organizationalDomain as organizationOf } from "@mon/public-net/policy"
import * as Effect from "effect/Effect"
import { type Alignment, policyFor, type PolicySubject } from "./DmarcRecord.ts"
import { applicableStep, organizationalDomain, walkTree } from "./treeWalk.ts"
import type { DmarcOutcome, DmarcRequest } from "./DmarcOutcome.ts"

/** The most authenticated domains that are compared with the author's domain. */
const MAX_IDENTIFIERS = 20

const isAligned = (
  resolver: Resolver,
  from: string,
  organization: string,
  domain: string,
  mode: Alignment
): Effect.Effect<boolean, DnsError> => {
  if (domain === from) return Effect.succeed(true)
  // The organizational domain is a suffix of every name in the organization.
  if (mode === "s" || (domain !== organization && !domain.endsWith(`.${organization}`))) return Effect.succeed(false)
  return Effect.map(walkTree(resolver, domain), (steps) => organizationalDomain(steps) === organization)
}

const firstAligned = Effect.fnUntraced(function* (
  resolver: Resolver,
  from: string,
  organization: string,
  domains: ReadonlyArray<string>,
  mode: Alignment
) {
  for (const domain of domains.slice(0, MAX_IDENTIFIERS))
    if (yield* isAligned(resolver, from, organization, domain, mode)) return domain
  return null
})

/**
 * Whether a name does not exist. A name with a CNAME record exists even if the target does not (RFC 8020, RFC 9989
 * section 3.2.13).
 */
const isNonexistent = (resolver: Resolver, domain: string): Effect.Effect<boolean, DnsError> =>
  Effect.map(resolver.query(domain, "A"), ({ status, cnames }) => status === "nxdomain" && cnames.length === 0)

/**
 * Returns the first domain of the author's organization. Without a DMARC record, alignment is relaxed, and public
 * suffixes determine the organization (RFC 7489 section 3).
 */
const firstOfOrganization = (from: string, domains: ReadonlyArray<string>): string | null =>
  domains.slice(0, MAX_IDENTIFIERS).find((domain) => organizationOf(domain) === organizationOf(from)) ?? null

const evaluate = Effect.fnUntraced(function* (resolver: Resolver, request: DmarcRequest) {
  const from = request.from.toLowerCase()
  const spf = request.spf === null ? [] : [request.spf.toLowerCase()]
  const dkim = request.dkim.map((name) => name.toLowerCase())
  const steps = yield* walkTree(resolver, from)
  const step = applicableStep(steps)
  if (step === null || step.record === null)
    return {
      result: "none",
      policy: null,
      organizationalDomain: null,
      recordDomain: null,
      aligned: { spf: firstOfOrganization(from, spf), dkim: firstOfOrganization(from, dkim) }
    } as const
  const { record, domain } = step
  const organization = organizationalDomain(steps)
  const aligned = {
    spf: yield* firstAligned(resolver, from, organization, spf, record.spfAlignment),
    dkim: yield* firstAligned(resolver, from, organization, dkim, record.dkimAlignment)
  }
  const below = domain !== from
  const subject: PolicySubject = !below
    ? "domain"
    : record.nonexistentPolicy !== null && (yield* isNonexistent(resolver, from))
      ? "nonexistent"
      : "subdomain"
  return {
    result: aligned.spf !== null || aligned.dkim !== null ? "pass" : "fail",
    policy: policyFor(record, subject),
    organizationalDomain: organization,
    recordDomain: domain,
    aligned
  } as const
})

/** Returns the DMARC result of a message (RFC 9989). The result is "temperror" if the DNS failed. */
export const evaluateDmarc = (resolver: Resolver, request: DmarcRequest): Effect.Effect<DmarcOutcome> =>
  Effect.orElseSucceed(evaluate(resolver, request), (): DmarcOutcome => ({
    result: "temperror",
    policy: null,
    organizationalDomain: null,
    recordDomain: null,
    aligned: { spf: null, dkim: null }
  }))
