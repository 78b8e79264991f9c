import type { SpfNode } from "@mon/email-health"
import type { EmailHealthReport } from "@mon/email-health/effect"
import { isPublicAddress } from "@mon/public-net"

const recordsOf = ({ children, record }: SpfNode): ReadonlyArray<string> => [
  ...(record === null ? [] : [record]),
  ...children.flatMap(recordsOf)
]

/**
 * Whether a network may be shown. It is public, or a record contains it, so that people know it without the service's
 * resolver.
 */
const isKnown =
  (records: ReadonlyArray<string>) =>
  (network: string): boolean =>
    isPublicAddress(network.replace(/\/.*$/u, "")) || records.some((record) => record.includes(network))

/**
 * Removes private addresses from a report. A name may have them only in the network of the service, which users must
 * not learn about. Findings still say that there are such addresses.
 */
export const withoutPrivateAddresses = (report: EmailHealthReport): EmailHealthReport => ({
  ...report,
  mx: {
    ...report.mx,
    hosts: report.mx.hosts.map((host) => ({ ...host, addresses: host.addresses.filter((address) => address.public) }))
  },
  spf: { ...report.spf, networks: report.spf.networks.filter(isKnown(recordsOf(report.spf.tree))) }
})
