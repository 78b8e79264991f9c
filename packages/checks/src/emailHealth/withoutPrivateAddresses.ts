import type { SpfNode } from "@mon/email-health"
import type { EmailHealthReport } from "@mon/email-health/effect"
import { isPublicAddress } from "@mon/public-net"

const recordsOf = ({ children, record }: SpfNode): ReadonlyArray<string> => [
  ...(record === null ? [] : [record]),
  ...children.flatMap(recordsOf)
]

/** Whether somebody who cannot query our resolver also knows the network: it is public, or a record contains it. */
const isKnown =
  (records: ReadonlyArray<string>) =>
  (network: string): boolean =>
    isPublicAddress(network.replace(/\/.*$/u, "")) || records.some((record) => record.includes(network))

/**
 * A report without addresses that a name may have only in the network of the service, about which its users learn
 * nothing. Findings say that there are such addresses.
 */
export const withoutPrivateAddresses = (report: EmailHealthReport): EmailHealthReport => ({
  ...report,
  mx: {
    ...report.mx,
    hosts: report.mx.hosts.map((host) => ({ ...host, addresses: host.addresses.filter((address) => address.public) }))
  },
  spf: { ...report.spf, networks: report.spf.networks.filter(isKnown(recordsOf(report.spf.tree))) }
})
