import {
  type AddressResult,
  type CertificateState,
  type CheckFacts,
  type DiagnosisFacts,
  type ExpectationFacts,
  type PageFacts,
  type PhaseFacts,
  pageExcerpt
} from "@mon/diagnosis"
import type { CertificateFacts, CheckResult, FailedAnswer, ServiceCheckResult } from "@mon/uptime-probe"
import type { OwnNetwork } from "../ownNetwork/OwnNetworkGuard.ts"
import { domainOf } from "../ownNetwork/domainOf.ts"
import { storable } from "../StoredText.ts"

/** The longest stored text, in characters. */
const MAX_TEXT = 500
const MAX_URL = 2_048
const MAX_HOPS = 12
const MAX_ADDRESSES = 20
const MAX_NAMES = 50
/** The longest body that is examined, in bytes. The stored excerpt is shorter. */
const MAX_BODY = 65_536

const text = (value: string): string => storable(value, MAX_TEXT)

/** Returns what a diagnosis needs to know about a certificate. */
export const certificateOf = (certificate: CertificateFacts): CertificateState => ({
  problems: certificate.problems,
  names: certificate.names.slice(0, MAX_NAMES).map(text),
  subject: text(certificate.subject),
  issuer: text(certificate.issuer),
  validFrom: certificate.validFrom,
  validTo: certificate.validTo,
  fingerprint256: certificate.fingerprint256
})

/** The result of a check of a site or of a service. */
type AnyResult = CheckResult | ServiceCheckResult

/** Whether the response met all expectations except those about the response time and the IP version. */
const isOtherwiseFine = ({ expectations = [], outcome }: Pick<AnyResult, "expectations" | "outcome">): boolean =>
  outcome === "expectation_failed" &&
  expectations.every(({ expectation, holds }) => holds || "ipVersion" in expectation || "responseTimeMs" in expectation)

/**
 * The outcomes that say nothing about an address: the attempt was abandoned, or Mon's own network failed, for example
 * because it has no IPv6.
 */
const SAYS_NOTHING: ReadonlySet<string> = new Set(["abandoned", "local_fault"])

/**
 * Returns the outcome for each address that a check tried with these connection attempts. IPv6 is tried first. An
 * abandoned attempt over IPv6 therefore means that the IPv4 connection was established first. Such an attempt counts as
 * a timeout only if the check has no other reason to fail.
 */
export const addressResults = (
  check: Pick<AnyResult, "expectations" | "outcome">,
  attempts: NonNullable<ServiceCheckResult["attempts"]>
): ReadonlyArray<AddressResult> => {
  const isFine = isOtherwiseFine(check)
  return attempts.flatMap(({ address, outcome: result }) => {
    if (result === "connected") return [{ address, outcome: isFine ? "ok" : check.outcome }]
    if (result === "abandoned" && isFine && address.includes(":")) return [{ address, outcome: "connect_timeout" }]
    return SAYS_NOTHING.has(result) ? [] : [{ address, outcome: result }]
  })
}

/** Returns the outcome for each address that the last request of a check tried. */
export const addressesOf = (check: CheckResult): ReadonlyArray<AddressResult> =>
  addressResults(check, check.hops.at(-1)?.attempts ?? [])

const expectationKind = (expectation: object): ExpectationFacts["kind"] => {
  if ("text" in expectation || "matches" in expectation) return "header" in expectation ? "header" : "text"
  if ("header" in expectation) return "header"
  if ("json" in expectation) return "json"
  if ("status" in expectation) return "status"
  if ("certificate" in expectation) return "certificate"
  if ("ipVersion" in expectation) return "ip_version"
  return "responseTimeMs" in expectation ? "time" : "other"
}

/** Returns the part of a message that says what was found. A message has the form `Expected <expected>, <found>.` */
const foundIn = (message: string, expected: string): string => {
  const prefix = `Expected ${expected}, `
  return message.startsWith(prefix) ? message.slice(prefix.length).replace(/\.$/u, "") : message
}

/**
 * Returns the facts about each expectation. If `isSecret`, the check sends credentials, so no part of the response is
 * shown.
 */
export const expectationFacts = (
  { expectations = [] }: Pick<AnyResult, "expectations">,
  isSecret: boolean
): ReadonlyArray<Required<ExpectationFacts>> =>
  expectations.map(({ expectation, expected, holds, message }) => ({
    kind: expectationKind(expectation),
    expected: text(expected),
    actual: isSecret || holds ? null : text(foundIn(message, expected)),
    holds
  }))

const milliseconds = (us: number | null): number | null => (us === null ? null : us / 1_000)

/** Returns the durations of the phases of a check, in milliseconds. */
export const phasesOf = ({ timings }: Pick<AnyResult, "timings">): PhaseFacts => ({
  dnsMs: milliseconds(timings.dnsUs),
  connectMs: milliseconds(timings.connectUs),
  tlsMs: milliseconds(timings.tlsUs),
  waitMs: milliseconds(timings.waitUs),
  downloadMs: milliseconds(timings.downloadUs)
})

const checkOf = (check: CheckResult, at: number, location: string, isSecret: boolean): CheckFacts => {
  const { finalUrl, hops, statusCode } = check
  const last = hops.at(-1)
  return {
    at: new Date(at).toISOString(),
    outcome: check.outcome,
    statusCode,
    location,
    address: last?.address ?? last?.attempts?.at(-1)?.address ?? null,
    protocol: check.certificate?.protocol ?? null,
    tlsError: last?.tlsError ?? null,
    phases: phasesOf(check),
    redirects:
      hops.length < 2
        ? []
        : hops.slice(0, MAX_HOPS).map((hop) => ({ url: storable(hop.url, MAX_URL), statusCode: hop.statusCode })),
    finalUrl: storable(finalUrl, MAX_URL),
    expectations: expectationFacts(check, isSecret)
  }
}

const pageOf = ({ headers, text: body }: FailedAnswer): PageFacts => {
  const page = pageExcerpt({ headers, body })
  return {
    ...page,
    headers: Object.fromEntries(Object.entries(page.headers ?? {}).map(([name, value]) => [name, text(value)])),
    body: storable(page.body ?? "", MAX_BODY)
  }
}

/** The circumstances of a failed check. The evidence of the check is stored with the incident that the check opens. */
export interface EvidenceStamp {
  /** The time of the check, in milliseconds since the epoch on the database's clock. */
  readonly at: number
  readonly location: string
  /** The state of this worker's own network, as far as the own-network guard knows it. */
  readonly network: OwnNetwork
  /** Whether the check sends credentials. If it does, no text of the response is stored. */
  readonly isSecret: boolean
  readonly hostname: string
  readonly url: string
}

/**
 * Returns the facts of a failed check for the diagnosis of its cause, as plain JSON. Null if the check did not fail.
 */
export const incidentEvidence = (
  check: CheckResult,
  { at, hostname, isSecret, location, network, url }: EvidenceStamp
): DiagnosisFacts | null => {
  if (check.verdict !== "down") return null
  const { certificate, failedAnswer } = check
  const addresses = addressesOf(check)
  return {
    subject: "site",
    target: { url: storable(url, MAX_URL), host: hostname, domain: domainOf(hostname) },
    check: checkOf(check, at, location, isSecret),
    ...(network === null ? {} : { network: { state: network } }),
    ...(addresses.length === 0 ? {} : { addresses: addresses.slice(0, MAX_ADDRESSES) }),
    ...(certificate === null ? {} : { certificate: certificateOf(certificate) }),
    ...(failedAnswer === undefined || isSecret ? {} : { page: pageOf(failedAnswer) })
  }
}
