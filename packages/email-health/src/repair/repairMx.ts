import { parseIpAddress } from "@mon/public-net"
import type { DomainFacts } from "../assessment/Assessment.ts"
import { isSpecialHost } from "../assessment/assessMx.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import type { Change } from "./RepairPlan.ts"
import type { MxHost } from "../mx/MxFacts.ts"

const NULL_MX = "0 ."

const value = ({ preference }: MxHost, name: string): string => `${preference} ${name}.`

/** A name for a mail host that has only an address. It contains the address, so it is free. */
const nameFor = (address: string, domain: string): string =>
  `mx-${address.toLowerCase().replaceAll(/[.:]+/g, "-").replace(/^-|-$/g, "0")}.${domain}`

interface HostRepair {
  readonly values: ReadonlyArray<string>
  readonly replaces: ReadonlyArray<string>
  readonly addresses: ReadonlyArray<Change>
}

const unchanged: HostRepair = { values: [], replaces: [], addresses: [] }

const repairHost = (host: MxHost, domain: string, others: boolean): HostRepair => {
  const old = value(host, host.host)
  if (host.status === "address") {
    const address = parseIpAddress(host.host)
    const name = nameFor(host.host, domain)
    const change: Change = {
      type: address?.family === 6 ? "AAAA" : "A",
      host: name,
      values: [host.host],
      replaces: [],
      findings: ["mx_address_literal"]
    }
    return { values: [value(host, name)], replaces: [old], addresses: [change] }
  }
  if (isSpecialHost(host.host)) return { ...unchanged, replaces: [old] }
  if (host.cname !== null && host.status === "ok")
    return { ...unchanged, values: [value(host, host.cname)], replaces: [old] }
  const hidden = host.addresses.length > 0 && host.addresses.every((address) => !address.public)
  return others && (host.status === "unresolvable" || hidden) ? { ...unchanged, replaces: [old] } : unchanged
}

const works = (host: MxHost): boolean =>
  host.status === "unknown" ||
  (host.status === "ok" && !isSpecialHost(host.host) && host.addresses.some((address) => address.public))

const toHosts = ({ domain, mx }: DomainFacts): HostRepair => {
  const repairs = mx.hosts.map((host) =>
    repairHost(
      host,
      domain,
      mx.hosts.some((other) => other !== host && works(other))
    )
  )
  const values = repairs.flatMap((repair) => repair.values)
  const replaces = [...(mx.mixed ? [NULL_MX] : []), ...repairs.flatMap((repair) => repair.replaces)]
  // Only special names such as localhost: the domain receives no email, and a null MX says so.
  const gone = values.length === 0 && mx.uncheckedHosts === 0 && replaces.length >= mx.hosts.length + (mx.mixed ? 1 : 0)
  return {
    values: gone ? [NULL_MX] : [...new Set(values)],
    replaces: gone ? replaces.filter((old) => old !== NULL_MX) : replaces,
    addresses: repairs.flatMap((repair) => repair.addresses)
  }
}

/** The MX records that clear the findings. Records that work stay. */
export const repairMx = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): ReadonlyArray<Change> => {
  const { domain, mx } = facts
  const change = (values: ReadonlyArray<string>, replaces: ReadonlyArray<string> = []): ReadonlyArray<Change> =>
    values.length + replaces.length === 0 ? [] : [{ type: "MX", host: domain, values, replaces, findings: codes }]
  if (codes.includes("mx_missing") || codes.includes("mx_parked_without_null")) return change([NULL_MX])
  if (codes.includes("mx_implicit")) return change([`10 ${domain}.`])
  if (mx.kind !== "hosts") return []
  const { values, replaces, addresses } = toHosts(facts)
  return [...addresses, ...change(values, replaces)]
}
