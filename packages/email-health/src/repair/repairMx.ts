import { isPublicAddress, parseIpAddress } from "@mon/public-net/policy"
import type { DomainFacts } from "../assessment/Assessment.ts"
import { isSpecialHost } from "../mx/isSpecialHost.ts"
import type { FindingCode } from "../rubric/Rubric.ts"
import type { MxHost } from "../mx/MxFacts.ts"
import type { Change } from "./RepairPlan.ts"

/** The value of a null MX record (RFC 7505 section 3). */
export const NULL_MX = "0 ."

/**
 * Returns a name for a mail host that has only an address. The name contains the address, so it is not already in use.
 */
const nameFor = (address: string, domain: string): string =>
  `mx-${address.toLowerCase().replaceAll(/[.:]+/g, "-").replace(/^-|-$/g, "0")}.${domain}`

/**
 * The repair of one mail host. The host keeps its name, gets another name, with or without a new address record, or is
 * removed.
 */
interface HostRepair {
  readonly host: MxHost
  /** The new name; null if the host is removed. */
  readonly name: string | null
  readonly address: Change | null
}

const works = (host: MxHost): boolean =>
  host.status === "unknown" ||
  (host.status === "ok" && !isSpecialHost(host.host) && host.addresses.some((address) => address.public))

const isHidden = (host: MxHost): boolean =>
  host.status === "address"
    ? !isPublicAddress(host.host)
    : host.addresses.length > 0 && host.addresses.every((address) => !address.public)

const addressRecord = (address: string, host: string): Change => ({
  type: parseIpAddress(address)?.family === 6 ? "AAAA" : "A",
  host,
  values: [address],
  replaces: [],
  findings: ["mx_address_literal", "mx_none_resolves"]
})

const repairHost = (host: MxHost, { domain, mx }: DomainFacts): HostRepair => {
  const stay: HostRepair = { host, name: host.host, address: null }
  const go: HostRepair = { host, name: null, address: null }
  const canGo = mx.hosts.some((other) => other !== host && works(other))
  if (isSpecialHost(host.host)) return go
  if (isHidden(host)) return canGo ? go : stay
  if (host.status === "address") {
    const confirmed = mx.literalNames.get(host.host)
    if (confirmed !== undefined) return { host, name: confirmed, address: null }
    const name = nameFor(host.host, domain)
    return { host, name, address: addressRecord(host.host, name) }
  }
  if (host.cname !== null && host.status === "ok") return { host, name: host.cname, address: null }
  return canGo && host.status === "unresolvable" ? go : stay
}

/**
 * Returns the MX values of the repaired hosts and of the hosts that were not checked. Each repaired host occurs once,
 * with its best preference.
 */
const wanted = (repairs: ReadonlyArray<HostRepair>, { mx }: DomainFacts): ReadonlyArray<string> => {
  const best = new Map<string, number>()
  for (const { host, name } of repairs)
    if (name !== null) best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, host.preference))
  const checked = new Set(mx.hosts.map(({ host }) => host))
  const unchecked = mx.published.filter((value) => value !== "" && !checked.has(hostIn(value)) && hostIn(value) !== "")
  return [...[...best].map(([name, preference]) => `${preference} ${name}.`), ...unchecked]
}

const hostIn = (value: string): string => value.slice(value.indexOf(" ") + 1, -1)

const changeTo = (
  { domain, mx }: DomainFacts,
  values: ReadonlyArray<string>,
  findings: ReadonlyArray<FindingCode>
): ReadonlyArray<Change> => {
  const added = values.filter((value) => !mx.published.includes(value))
  const replaces = [...new Set(mx.published.filter((value) => !values.includes(value)))]
  return added.length + replaces.length === 0 ? [] : [{ type: "MX", host: domain, values: added, replaces, findings }]
}

export const nullMx = (facts: DomainFacts, findings: ReadonlyArray<FindingCode>): ReadonlyArray<Change> =>
  changeTo(facts, [NULL_MX], findings)

const isCleared = (code: FindingCode, repairs: ReadonlyArray<HostRepair>, values: ReadonlyArray<string>): boolean => {
  const staying = repairs.filter(({ host, name }) => name === host.host).map(({ host }) => host)
  const isNull = values.length === 1 && values[0] === NULL_MX
  switch (code) {
    case "mx_none_resolves":
      return (
        isNull || repairs.some(({ address, name, host }) => address !== null || (name !== null && name !== host.host))
      )
    case "mx_all_private":
      return isNull
    case "mx_private":
      return !staying.some(({ addresses }) => addresses.some((address) => !address.public))
    case "mx_unresolvable":
      return !staying.some(({ status }) => status === "unresolvable")
    case "mx_address_literal":
      return !staying.some(({ status }) => status === "address")
    case "mx_cname":
      return !staying.some(({ cname }) => cname !== null)
    case "mx_special_name":
    case "mx_null_mixed":
    case "mx_duplicate":
      return true
    default:
      return false
  }
}

/** Returns the MX records that clear the findings, with the codes of these findings. Working records do not change. */
export const repairMx = (facts: DomainFacts, codes: ReadonlyArray<FindingCode>): ReadonlyArray<Change> => {
  const { domain, mx } = facts
  if (codes.includes("mx_missing") || codes.includes("mx_parked_without_null"))
    return nullMx(
      facts,
      codes.filter((code) => code === "mx_missing" || code === "mx_parked_without_null")
    )
  if (codes.includes("mx_implicit"))
    return mx.ownAddresses.some((address) => address.public) ? changeTo(facts, [`10 ${domain}.`], ["mx_implicit"]) : []
  if (mx.kind !== "hosts" || codes.length === 0) return []
  const repairs = mx.hosts.map((host) => repairHost(host, facts))
  const left = wanted(repairs, facts)
  // If there are only reserved names such as localhost, the domain receives no email. A null MX declares this.
  const values = left.length === 0 ? [NULL_MX] : left
  const cleared = codes.filter((code) => isCleared(code, repairs, values))
  const addresses = repairs.flatMap(({ address }) =>
    address === null ? [] : [{ ...address, findings: address.findings.filter((code) => cleared.includes(code)) }]
  )
  return [...addresses, ...changeTo(facts, values, cleared)]
}
