import type { DiagnosisFacts } from "@mon/diagnosis"
import type { ServiceCheckResult } from "@mon/uptime-probe"
import { domainOf } from "../ownNetwork/domainOf.ts"
import { serviceVerdict } from "../services/serviceVerdict.ts"
import { storable } from "../StoredText.ts"
import { addressResults, certificateOf, type EvidenceStamp, expectationFacts, phasesOf } from "./incidentEvidence.ts"

const MAX_URL = 2_048
const MAX_ADDRESSES = 20

/**
 * Whether the certificate can be the cause of a failure. Many services work with a certificate that has problems, so a
 * problem alone proves nothing.
 */
const isAboutCertificate = ({ certificate, expectations = [], outcome }: ServiceCheckResult): boolean =>
  outcome === "tls_handshake" ||
  (outcome === "login_refused" && certificate?.valid === false) ||
  expectations.some(({ expectation, holds }) => !holds && "certificate" in expectation)

/**
 * Returns the facts of a failed check of a service for the diagnosis of its cause, as plain JSON. Null if the check did
 * not fail.
 */
export const serviceEvidence = (
  result: ServiceCheckResult,
  { at, hostname, isSecret, location, network, url }: EvidenceStamp
): DiagnosisFacts | null => {
  if (result.verdict !== "down") return null
  const { attempts = [], certificate, outcome, tlsError } = result
  const addresses = addressResults(result, attempts).slice(0, MAX_ADDRESSES)
  return {
    subject: "service",
    target: { url: storable(url, MAX_URL), host: hostname, domain: domainOf(hostname) },
    check: {
      at: new Date(at).toISOString(),
      outcome,
      message: serviceVerdict(result, isSecret).errorMessage,
      location,
      address: result.address ?? attempts.at(-1)?.address ?? null,
      tlsError: tlsError ?? null,
      phases: phasesOf(result),
      expectations: expectationFacts(result, isSecret)
    },
    ...(network === null ? {} : { network: { state: network } }),
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(certificate !== null && isAboutCertificate(result) ? { certificate: certificateOf(certificate) } : {})
  }
}
