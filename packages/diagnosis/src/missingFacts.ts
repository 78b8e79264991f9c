import type { DiagnosisFacts, DiagnosisSubject } from "./facts/DiagnosisFacts.ts"
import type { OutcomeGroup } from "./facts/View.ts"
import type { MissingId } from "./words/Words.ts"

/** The facts that would help after each kind of failure, most helpful first. */
const HELPFUL: Readonly<Record<OutcomeGroup, ReadonlyArray<MissingId>>> = {
  dns: ["network", "registration", "dns.servers", "dns.answers", "dns.dnssec", "dns.resolvers", "locations"],
  connect: ["network", "locations", "addresses", "otherPorts", "registration", "dns.answers"],
  tls: ["certificate", "network", "locations", "otherPorts"],
  answer: ["network", "earlier", "locations", "deployments"],
  status: ["page", "deployments", "earlier", "locations"],
  expectation: ["page", "check.expectations", "pageBefore", "deployments"],
  redirect: ["page"],
  address: ["dns.answers"],
  service: ["earlier", "locations", "deployments"],
  good: ["earlier", "certificate", "page"]
}

/** The facts that only a web site has. */
const OF_SITES: ReadonlySet<MissingId> = new Set(["page", "pageBefore"])

/**
 * The outcomes that include a response from the site or a DNS server. The response proves that Mon's own network works.
 */
const ANSWERED: ReadonlySet<string> = new Set([
  "dns_nxdomain",
  "dns_nodata",
  "body_timeout",
  "protocol_error",
  "too_large"
])

const isKnown = (facts: DiagnosisFacts, path: string): boolean => {
  let value: unknown = facts
  for (const name of path.split("."))
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
  return value !== undefined
}

export const missingFacts = (
  facts: DiagnosisFacts,
  group: OutcomeGroup | null,
  subject: DiagnosisSubject
): ReadonlyArray<MissingId> => {
  const helpful: ReadonlyArray<MissingId> =
    subject === "email" ? ["mail", "mailBefore"] : group === null ? ["check"] : HELPFUL[group]
  const isAnswered = ANSWERED.has(facts.check?.outcome ?? "")
  return helpful.filter(
    (path) =>
      !isKnown(facts, path) && !(path === "network" && isAnswered) && !(subject === "service" && OF_SITES.has(path))
  )
}
