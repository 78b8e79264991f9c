import { finding, type FindingData } from "../rubric/Finding.ts"
import { type DomainFacts, isParked, type Assessment, unanswered } from "./Assessment.ts"
import { isSpecialHost } from "../mx/isSpecialHost.ts"
import type { MxHost } from "../mx/MxFacts.ts"

const withoutHosts = ({ domain, mx, spf }: DomainFacts): ReadonlyArray<FindingData> => {
  const values = { domain }
  if (mx.kind === "nxdomain") return [finding("domain_not_found", values)]
  if (mx.kind === "null") return [finding("mx_null", values)]
  if (isParked({ mx, spf })) return [finding("mx_parked_without_null", values)]
  if (mx.kind === "none") return [finding("mx_missing", values)]
  return [finding("mx_implicit", values)]
}

const aboutHost = (host: MxHost): ReadonlyArray<FindingData> => {
  const values = { host: host.host }
  const selfHosted = host.provider === null
  const lost = selfHosted
    ? host.addresses.find(({ reverse }) => reverse === "no_name" || reverse === "mismatch")
    : undefined
  const isInside = host.addresses.some((address) => !address.public)
  return [
    ...(host.status === "address" ? [finding("mx_address_literal", values)] : []),
    ...(isSpecialHost(host.host) ? [finding("mx_special_name", values)] : []),
    ...(host.status === "unresolvable" && !isSpecialHost(host.host) ? [finding("mx_unresolvable", values)] : []),
    ...(host.cname === null ? [] : [finding("mx_cname", { ...values, target: host.cname })]),
    ...(isInside ? [finding("mx_private", values)] : []),
    ...(lost === undefined ? [] : [finding("mx_reverse", { ...values, address: lost.address })])
  ]
}

const aboutAll = ({ domain, mx }: DomainFacts): ReadonlyArray<FindingData> => {
  const addresses = mx.hosts.flatMap((host) => host.addresses)
  const [only] = mx.hosts
  const waiting = mx.hosts.some(({ status }) => status === "unknown")
  const single =
    mx.hosts.length === 1 &&
    mx.uncheckedHosts === 0 &&
    only !== undefined &&
    only.provider === null &&
    only.addresses.length === 1
  return [
    ...(addresses.length === 0 && !waiting ? [finding("mx_none_resolves")] : []),
    ...(addresses.length > 0 && addresses.every((address) => !address.public) ? [finding("mx_all_private")] : []),
    ...(mx.mixed ? [finding("mx_null_mixed", { domain })] : []),
    ...(single ? [finding("mx_single", { host: only.host })] : []),
    ...mx.duplicates.map((host) => finding("mx_duplicate", { host })),
    ...(mx.uncheckedHosts > 0 ? [finding("mx_unchecked", { count: mx.uncheckedHosts })] : [])
  ]
}

export const assessMx = (facts: DomainFacts): Assessment => {
  const { domain, mx } = facts
  const failures = unanswered(mx.unanswered, "mx_unanswered", "mx_budget")
  const alias = mx.alias === null ? [] : [finding("mx_alias", { domain, target: mx.alias })]
  if (mx.kind === "unknown") return { findings: failures, known: false }
  if (mx.kind !== "hosts") return { findings: [...withoutHosts(facts), ...alias, ...failures], known: true }
  const resolved = mx.hosts.some(({ status }) => status === "ok")
  const known = resolved || !mx.hosts.some(({ status }) => status === "unknown")
  return { findings: [...aboutAll(facts), ...mx.hosts.flatMap(aboutHost), ...alias, ...failures], known }
}
