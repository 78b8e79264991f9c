import type { Fault, Faults } from "./Fault.ts"
import { RUA, setDmarc } from "./records.ts"
import { nodeAt, type World } from "./World.ts"

const dmarc =
  (...records: ReadonlyArray<string>): Fault =>
  (world) =>
    setDmarc(world, ...records)

/** Returns a fault that sends the reports to a domain that has not authorised them. */
const unauthorised =
  (make: (address: string) => string): Fault =>
  (world) => {
    nodeAt(world, "reports.example.org").MX = [{ preference: 1, exchange: "mx.example.org" }]
    setDmarc(world, make("d@reports.example.org"))
  }

/** Returns a fault that sends the reports to a domain that receives no email. */
const dead =
  (make: (address: string, world: World) => string): Fault =>
  (world) => {
    nodeAt(world, "dead.example.org").MX = [{ preference: 0, exchange: "." }]
    setDmarc(world, make("d@dead.example.org", world))
  }

const atDomain =
  (...records: ReadonlyArray<string>): Fault =>
  (world) => {
    const node = nodeAt(world, world.domain)
    if ((node.CNAME ?? []).length > 0) return
    node.TXT = [...(node.TXT ?? []), `v=DMARC1; p=reject; ${RUA}`]
    setDmarc(world, ...records)
  }

/** Returns a fault in which the record of the organization applies to a subdomain without its own record. */
const inherited =
  (record: string, ...own: ReadonlyArray<string>): Fault =>
  (world) => {
    const above = world.domain.slice(world.domain.indexOf(".") + 1)
    if (!above.includes(".")) return
    nodeAt(world, `_dmarc.${above}`).TXT = [record]
    setDmarc(world, ...own)
  }

/**
 * Returns a fault with a record that requires strict alignment. Servers that sign and send as the domain, but bounce at
 * a subdomain, are aligned only in relaxed mode.
 */
const strict = (record: string): Fault => dmarc(record)

const ignored: Faults = {
  "no policy record": dmarc(),
  "two policies": dmarc(`v=DMARC1; p=none; ${RUA}`, `v=DMARC1; p=quarantine; ${RUA}`),
  "three policies": dmarc(
    `v=DMARC1; p=none; ${RUA}`,
    "v=DMARC1; p=reject",
    "v=DMARC1; p=none; rua=mailto:a@example.net"
  ),
  "two policies, one of them unreadable": dmarc(`v=DMARC1; p=none; ${RUA}`, "v=DMARC1; p=whatever"),
  "misspelt policy": dmarc(`v=DMARC1; p=quarentine; ${RUA}`),
  "misspelt policy without reports": dmarc("v=DMARC1; p=rejct"),
  "unreadable policy": dmarc("v=DMARC1; p=whatever"),
  "policy monitor": dmarc(`v=DMARC1; p=monitor; ${RUA}`),
  "misspelt subdomain policy": dmarc(`v=DMARC1; p=reject; sp=rejct; ${RUA}`),
  "misspelt subdomain policy without reports": dmarc("v=DMARC1; p=reject; sp=rejct"),
  "unreadable np": dmarc(`v=DMARC1; p=quarantine; np=yes; ${RUA}`),
  "unreadable np and no policy": dmarc(`v=DMARC1; p=none; np=yes; ${RUA}`),
  "no policy tag": dmarc(`v=DMARC1; ${RUA}`),
  "commas between tags": dmarc(`v=DMARC1, p=reject, ${RUA}`),
  "blanks between tags": dmarc(`v=DMARC1 p=reject ${RUA}`),
  "version in lower case": dmarc(`v=dmarc1; p=reject; ${RUA}`),
  "version at the end": dmarc(`p=reject; ${RUA}; v=DMARC1`),
  "version without a number": dmarc(`v=DMARC; p=reject; ${RUA}`),
  "quotes around the policy": dmarc(`"v=DMARC1; p=reject; ${RUA}"`),
  "blank before the policy": dmarc(` v=DMARC1; p=quarantine; ${RUA}`),
  "policy twice": dmarc(`v=DMARC1; p=reject; p=none; ${RUA}`),
  "ignored policy with strict alignment": strict(`v=DMARC1, p=reject, adkim=s, aspf=s, ${RUA}`),
  "ignored policy with test mode": dmarc(`v=DMARC1; p=reject; sp=none; t=y; pct=20; np=x; ${RUA}`),
  "policy at the domain": atDomain(),
  "two policies at the domain": (world, random) => {
    atDomain()(world, random)
    const node = nodeAt(world, world.domain)
    if ((node.CNAME ?? []).length === 0) node.TXT = [...(node.TXT ?? []), `v=DMARC1 p=quarantine ${RUA}`]
  },
  "policy at the domain too": atDomain(`v=DMARC1; p=quarantine; ${RUA}`),
  "SPF record in place of the policy": dmarc("v=spf1 -all"),
  "policy of the organization": inherited(`v=DMARC1; p=reject; sp=quarantine; ${RUA}`),
  "policy of the organization and a broken one": inherited(
    `v=DMARC1; p=reject; sp=quarantine; ${RUA}`,
    "v=DMARC1; p=none; p=none"
  ),
  "policy of the organization and a near miss": inherited(
    `v=DMARC1; p=quarantine; ${RUA}`,
    `v=dmarc1; p=reject; ${RUA}`
  )
}

/** The records whose addresses the owner wrote, although the records have other mistakes. */
const malformed: Faults = {
  "no version": dmarc(`p=quarantine; ${RUA}`),
  "no version and no policy": dmarc(RUA),
  "stray semicolon before the version": dmarc(`;v=DMARC1; p=quarantine; ${RUA}`),
  "stray semicolon in the version": dmarc(`v=;DMARC1; p=quarantine; ${RUA}`),
  "version 2": dmarc(`v=DMARC2; p=reject; ${RUA}`),
  "no separators at all": dmarc(`v=DMARC1p=quarantine${RUA}`),
  "bars between tags": dmarc(`v=DMARC1|p=reject|${RUA}`),
  "misspelt tag for the policy": dmarc(`v=DMARC1; policy=quarantine; ${RUA}`),
  "policy without an equals sign": dmarc(`v=DMARC1; p reject; ${RUA}`),
  "unreadable policy twice": dmarc(`v=DMARC1; p=x; p=y; ${RUA}`),
  "address in brackets": dmarc("v=DMARC1; p=reject; rua=<mailto:d@reports.example.net>"),
  "misspelt tag for reports": dmarc("v=DMARC1; p=reject; rau=mailto:d@reports.example.net"),
  "address without a tag": dmarc("v=DMARC1; p=reject; mailto:d@reports.example.net"),
  "address of the domain in a broken record": (world) =>
    setDmarc(world, `v=DMARC1 p=quarantine; rua=mailto:d@${world.domain}`),
  "policy beside one that receivers ignore": dmarc(
    `v=DMARC1; p=none; fo=9; ${RUA}`,
    "p=quarantine; rua=mailto:e@reports.example.net"
  ),
  "only a malformed record at the domain itself": (world) => {
    const node = nodeAt(world, world.domain)
    if ((node.CNAME ?? []).length > 0) return
    node.TXT = [...(node.TXT ?? []), `v=;DMARC1; p=quarantine; ${RUA}`]
    setDmarc(world)
  }
}

const weak: Faults = {
  "none with reports": dmarc(`v=DMARC1; p=none; ${RUA}`),
  "none without reports": dmarc("v=DMARC1; p=none"),
  quarantine: dmarc(`v=DMARC1; p=quarantine; ${RUA}`),
  "reject without reports": dmarc("v=DMARC1; p=reject"),
  "weak subdomains": dmarc(`v=DMARC1; p=reject; sp=none; ${RUA}`),
  "weak names that do not exist": dmarc(`v=DMARC1; p=reject; np=none; ${RUA}`),
  "none for the domain and its subdomains": dmarc(`v=DMARC1; p=none; sp=none; ${RUA}`),
  "none for all with test mode": dmarc(`v=DMARC1; p=none; sp=none; t=y; pct=50; ${RUA}`),
  "half enforced": dmarc(`v=DMARC1; p=quarantine; sp=none; t=y; pct=50; ${RUA}`),
  "reject in test mode": dmarc(`v=DMARC1; p=reject; t=y; ${RUA}`),
  "no percent at all": dmarc(`v=DMARC1; p=reject; pct=0; ${RUA}`),
  "historic tags": dmarc(`v=DMARC1; p=reject; pct=100; ri=86400; rf=afrf; ${RUA}`),
  "strict alignment in words": strict(`v=DMARC1; p=reject; adkim=strict; aspf=strict; ${RUA}`),
  "policy in the value of an unknown tag": dmarc(`v=DMARC1; p=none; x=1 p=reject; ${RUA}`)
}

const reports: Faults = {
  "address without mailto": (world) => setDmarc(world, `v=DMARC1; p=reject; rua=d@${world.domain}`),
  "address without mailto at another domain": unauthorised((address) => `v=DMARC1; p=reject; rua=${address}`),
  "addresses with a blank between them": dmarc(
    "v=DMARC1; p=reject; rua=mailto:d@reports.example.net mailto:e@reports.example.net"
  ),
  "address with a size": dmarc("v=DMARC1; p=reject; rua=mailto:d@reports.example.net!10m"),
  "web address": dmarc("v=DMARC1; p=reject; rua=https://example.net/reports"),
  "address of the domain": (world) => setDmarc(world, `v=DMARC1; p=reject; rua=mailto:d@${world.domain}`),
  "dead report domain": dead((address) => `v=DMARC1; p=reject; rua=mailto:${address}`),
  "dead report domain and none": dead((address) => `v=DMARC1; p=none; rua=mailto:${address}`),
  "dead report domain beside another": dead(
    (address) => `v=DMARC1; p=reject; rua=mailto:${address},mailto:d@reports.example.net`
  ),
  "dead failure reports": dead((address) => `v=DMARC1; p=reject; ${RUA}; ruf=mailto:${address}`),
  "dead report domain in an ignored policy": dead((address) => `v=DMARC1, p=reject, rua=mailto:${address}`),
  "reports nobody agreed to": unauthorised((address) => `v=DMARC1; p=reject; rua=mailto:${address}`),
  "none, and reports nobody agreed to": unauthorised((address) => `v=DMARC1; p=none; rua=mailto:${address}`),
  "reports nobody agreed to in an ignored policy": unauthorised(
    (address) => `v=dmarc1; p=reject; rua=mailto:${address}`
  ),
  "reports nobody agreed to in two policies": (world, random) => {
    unauthorised((address) => `v=DMARC1; p=none; rua=mailto:${address}`)(world, random)
    const at = `_dmarc.${world.domain}`
    nodeAt(world, at).TXT = [...(nodeAt(world, at).TXT ?? []), `v=DMARC1; p=reject; ${RUA}`]
  }
}

export const DMARC_FAULTS: Faults = { ...ignored, ...malformed, ...weak, ...reports }
