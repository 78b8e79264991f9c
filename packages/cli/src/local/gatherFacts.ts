import { incidentEvidence, observedDns } from "@mon/checks/local"
import type { DiagnosisFacts, RegistrationFacts } from "@mon/diagnosis"
import { registrableDomain } from "@mon/public-net"
import type { CheckResult, DnsObservation } from "@mon/uptime-probe"
import type { RegistrationResult } from "@mon/uptime-probe/domain-expiry"

/** Whom this machine asks about the domain of a URL that is down. Neither rejects for what others answer. */
export interface DomainPorts {
  /** Asks the name servers of the domain for the records of the host. */
  readonly observe: (hostname: string, domain: string) => Promise<DnsObservation>
  /** Asks the registry. */
  readonly lookup: (hostname: string) => Promise<RegistrationResult>
}

const THIS_MACHINE = "this machine"

const registrationOf = ({ outcome, registration }: RegistrationResult): RegistrationFacts => ({
  outcome,
  ...(registration === null
    ? {}
    : { expiresAt: registration.expiresAt, registrar: registration.registrar, statuses: registration.statuses })
})

/** Whether a server outside this network answered. */
const somebodyAnswered = ({ sets }: DnsObservation, { outcome }: RegistrationResult): boolean =>
  outcome === "registered" ||
  outcome === "not_registered" ||
  Object.values(sets).some((answers) => answers.some(({ status }) => status !== "failed"))

/**
 * What this machine can find out about a check that failed; null for other checks. If neither the name servers nor the
 * registry answered, the network of this machine is in doubt. A host without a registrable domain, such as an address,
 * has neither, so nothing is known about the network.
 */
export const gatherFacts = async (
  check: CheckResult,
  url: string,
  at: number,
  { lookup, observe }: DomainPorts
): Promise<DiagnosisFacts | null> => {
  const { hostname } = new URL(url)
  const facts = incidentEvidence(check, { at, hostname, isSecret: false, location: THIS_MACHINE, network: null, url })
  const domain = registrableDomain(hostname)
  if (facts === null || domain === null) return facts
  const [observation, registration] = await Promise.all([observe(hostname, domain), lookup(hostname)])
  return {
    ...facts,
    dns: observedDns(observation),
    registration: registrationOf(registration),
    network: { state: somebodyAnswered(observation, registration) ? "ok" : "in_doubt" }
  }
}
