import { incidentEvidence, observedDns, observedTypes, silentServer } from "@mon/checks/local"
import type { DiagnosisFacts, PortResult, RegistrationFacts } from "@mon/diagnosis"
import { registrableDomain } from "@mon/public-net"
import type { CheckResult, DnsObservation, DnsWatchTarget } from "@mon/uptime-probe"
import type { RegistrationResult } from "@mon/uptime-probe/domain-expiry"

/** The queries that this machine makes about a URL that is down. A bad response never makes a query reject. */
export interface DomainPorts {
  /** Queries the domain's name servers for the records of the host. */
  readonly observe: (target: DnsWatchTarget) => Promise<DnsObservation>
  readonly lookup: (hostname: string) => Promise<RegistrationResult>
  readonly connect: (address: string, except: number) => Promise<ReadonlyArray<PortResult>>
}

const THIS_MACHINE = "this machine"

const registrationOf = ({ outcome, registration }: RegistrationResult): RegistrationFacts => ({
  outcome,
  ...(registration === null
    ? {}
    : { expiresAt: registration.expiresAt, registrar: registration.registrar, statuses: registration.statuses })
})

const somebodyAnswered = ({ sets }: DnsObservation, { outcome }: RegistrationResult): boolean =>
  outcome === "registered" ||
  outcome === "not_registered" ||
  Object.values(sets).some((answers) => answers.some(({ status }) => status !== "failed"))

/**
 * Returns the state of this machine's network, if it is known. The network is in doubt if neither the site nor the name
 * servers nor the registry responded.
 */
const networkOf = (
  { bytesReceived }: CheckResult,
  observation: DnsObservation,
  registration: RegistrationResult
): Pick<DiagnosisFacts, "network"> => {
  if (somebodyAnswered(observation, registration)) return { network: { state: "ok" } }
  return bytesReceived > 0 ? {} : { network: { state: "in_doubt" } }
}

const domainFacts = async (
  check: CheckResult,
  hostname: string,
  { lookup, observe }: DomainPorts
): Promise<DiagnosisFacts> => {
  const domain = registrableDomain(hostname)
  if (domain === null) return {}
  const [observation, registration] = await Promise.all([
    observe({ hostname, domain, types: observedTypes }),
    lookup(hostname)
  ])
  return {
    dns: observedDns(observation),
    registration: registrationOf(registration),
    ...networkOf(check, observation, registration)
  }
}

/**
 * Collects facts about a failed check from this machine. Returns null for a check that did not fail. For a host without
 * a registrable domain, such as an IP address, there are no name servers and no registry to query, so the state of the
 * network stays unknown.
 */
export const gatherFacts = async (
  check: CheckResult,
  url: string,
  at: number,
  ports: DomainPorts
): Promise<DiagnosisFacts | null> => {
  const { hostname } = new URL(url)
  const facts = incidentEvidence(check, { at, hostname, isSecret: false, location: THIS_MACHINE, network: null, url })
  if (facts === null) return null
  const silent = silentServer(check.outcome, facts.check?.address, url)
  const [domain, otherPorts] = await Promise.all([
    domainFacts(check, hostname, ports),
    silent === null ? [] : ports.connect(silent.address, silent.port)
  ])
  return { ...facts, ...domain, ...(otherPorts.length === 0 ? {} : { otherPorts }) }
}
