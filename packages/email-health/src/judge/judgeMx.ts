import type { MxHost } from "../mx/examineMx.ts"
import { type Fix, observe, type Observation } from "../rubric/Finding.ts"
import { type DomainFacts, isParked, type Judgement, unanswered } from "./Judgement.ts"

const SPECIAL = /(?:^|\.)(?:localhost|invalid|test|local)$/i

const nullMx = (domain: string): Fix => ({ type: "MX", host: domain, value: "0 ." })

const withoutHosts = ({ domain, mx, spf }: DomainFacts): ReadonlyArray<Observation> => {
  const values = { domain }
  if (mx.kind === "nxdomain") return [observe("domain_not_found", values)]
  if (mx.kind === "null") return [observe("mx_null", values)]
  if (isParked({ mx, spf })) return [observe("mx_parked_without_null", values, nullMx(domain))]
  if (mx.kind === "none") return [observe("mx_missing", values)]
  return [observe("mx_implicit", values, { type: "MX", host: domain, value: `10 ${domain}.` })]
}

const aboutHost = (host: MxHost): ReadonlyArray<Observation> => {
  const values = { host: host.host }
  const selfHosted = host.provider === null
  const lost = selfHosted
    ? host.addresses.find(({ reverse }) => reverse === "no_name" || reverse === "mismatch")
    : undefined
  const inside = host.addresses.find((address) => !address.public)
  return [
    ...(host.status === "address" ? [observe("mx_address_literal", values)] : []),
    ...(SPECIAL.test(host.host) ? [observe("mx_special_name", values)] : []),
    ...(host.status === "unresolvable" && !SPECIAL.test(host.host) ? [observe("mx_unresolvable", values)] : []),
    ...(host.cname === null ? [] : [observe("mx_cname", { ...values, target: host.cname }, null)]),
    ...(inside === undefined ? [] : [observe("mx_private", { ...values, address: inside.address })]),
    ...(lost === undefined ? [] : [observe("mx_reverse", { ...values, address: lost.address })])
  ]
}

const aboutAll = ({ domain, mx }: DomainFacts): ReadonlyArray<Observation> => {
  const addresses = mx.hosts.flatMap((host) => host.addresses)
  const [only] = mx.hosts
  const waiting = mx.hosts.some(({ status }) => status === "unknown")
  const single =
    mx.hosts.length === 1 &&
    mx.unlooked === 0 &&
    only !== undefined &&
    only.provider === null &&
    only.addresses.length === 1
  return [
    ...(addresses.length === 0 && !waiting ? [observe("mx_none_resolves")] : []),
    ...(addresses.length > 0 && addresses.every((address) => !address.public) ? [observe("mx_all_private")] : []),
    ...(mx.mixed ? [observe("mx_null_mixed", { domain })] : []),
    ...(single ? [observe("mx_single", { host: only.host })] : []),
    ...mx.duplicates.map((host) => observe("mx_duplicate", { host })),
    ...(mx.unlooked > 0 ? [observe("mx_unlooked", { count: mx.unlooked })] : [])
  ]
}

/** Judges how a domain takes mail. */
export const judgeMx = (facts: DomainFacts): Judgement => {
  const { domain, mx } = facts
  const failures = unanswered(mx.unanswered, "mx_unanswered", "mx_budget")
  const alias = mx.alias === null ? [] : [observe("mx_alias", { domain, target: mx.alias })]
  if (mx.kind === "unknown") return { observations: failures, known: false }
  if (mx.kind !== "hosts") return { observations: [...withoutHosts(facts), ...alias, ...failures], known: true }
  const resolved = mx.hosts.some(({ status }) => status === "ok")
  const known = resolved || !mx.hosts.some(({ status }) => status === "unknown")
  return { observations: [...aboutAll(facts), ...mx.hosts.flatMap(aboutHost), ...alias, ...failures], known }
}
