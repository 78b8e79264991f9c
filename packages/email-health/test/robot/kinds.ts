import { OPEN_LISTS } from "../../src/index.ts"
import { goodKey, host, RUA, setDmarc, setKey, setMx } from "./records.ts"
import type { Random } from "./Random.ts"
import { nodeAt, type Sender, type World } from "./World.ts"

const own = (index: number): string => `8.8.${(index >> 8) & 255}.${index & 255}`

const VENDORS = [
  ["_spf.google.com", "74.125.0.0/16"],
  ["spf.protection.outlook.com", "40.92.0.0/15"],
  ["_spf.sender.net", "5.5.5.0/24"],
  ["spf.vendor.net", "5.6.0.0/16"]
] as const

/** A kind of domain before faults: the servers that send its email, and the SPF terms that allow these servers. */
interface Kind {
  readonly weight: number
  readonly ips: (random: Random) => ReadonlyArray<string>
  readonly term: (domain: string, ips: ReadonlyArray<string>) => string
  /** The SPF record. Default: the term and "-all". */
  readonly record?: (domain: string) => string
  readonly set?: (world: World) => void
  readonly envelope?: (domain: string) => string
  readonly signs?: false
  readonly noEmail?: true
}

const ownIps = (random: Random): ReadonlyArray<string> => [own(1 + random.int(60_000)), own(60_001 + random.int(5_000))]

const ownHosts = (world: World): void => {
  const [first, second] = world.senders.map(({ ip }) => ip)
  host(world, `mx1.${world.domain}`, first ?? "8.8.255.1")
  host(world, `mx2.${world.domain}`, second ?? "8.8.255.2")
  setMx(world, [10, `mx1.${world.domain}`], [20, `mx2.${world.domain}`])
}

const google = (world: World): void => {
  host(world, "aspmx.l.google.com", "74.125.1.1")
  setMx(world, [1, "aspmx.l.google.com"])
}

const microsoft = (world: World): void => {
  const { domain } = world
  const exchange = `${domain.replaceAll(".", "-")}.mail.protection.outlook.com`
  host(world, exchange, "40.92.1.1")
  setMx(world, [0, exchange])
  const target = `selector1-${domain.replaceAll(".", "-")}._domainkey.contoso.onmicrosoft.com`
  world.nodes.delete(`default._domainkey.${domain}`)
  nodeAt(world, `selector1._domainkey.${domain}`).CNAME = [target]
  nodeAt(world, target).TXT = [goodKey()]
  world.senders.splice(0, 9, ...world.senders.map((sender) => ({ ...sender, selector: "selector1" })))
}

const sendOnly = (world: World): void => setMx(world, [0, "."])

const ips4 = (_domain: string, ips: ReadonlyArray<string>): string => ips.map((ip) => `ip4:${ip}`).join(" ")

/** The kinds of domains by the servers that send their email. */
const KINDS = {
  "own mail hosts": { weight: 4, ips: ownIps, term: () => "mx", set: ownHosts },
  "Google Workspace": {
    weight: 2,
    ips: () => ["74.125.7.7", "74.125.8.8"],
    term: () => "include:_spf.google.com",
    set: google
  },
  "Microsoft 365": {
    weight: 2,
    ips: () => ["40.92.7.7"],
    term: () => "include:spf.protection.outlook.com",
    set: microsoft
  },
  "own mail hosts and a vendor": {
    weight: 2,
    ips: (random) => [...ownIps(random), "5.6.7.8"],
    term: () => "mx include:spf.vendor.net",
    set: ownHosts
  },
  "own mail hosts with IPv6": {
    weight: 1,
    ips: (random) => [...ownIps(random), "2620:fe::fe"],
    term: () => "mx ip6:2620:fe::/48",
    set: ownHosts
  },
  "null MX that sends": { weight: 2, ips: ownIps, term: ips4, set: sendOnly },
  "null MX that sends by a vendor": {
    weight: 1,
    ips: () => ["5.6.9.9"],
    term: () => "include:spf.vendor.net",
    set: sendOnly
  },
  "null MX that only signs": {
    weight: 1,
    ips: () => ["5.6.9.10"],
    term: () => "",
    set: sendOnly,
    envelope: () => "spf.vendor.net"
  },
  "no MX, sends from its address": {
    weight: 2,
    ips: ownIps,
    term: () => "a",
    set: (world: World) => {
      nodeAt(world, world.domain).A = world.senders.map(({ ip }) => ip)
    }
  },
  "bounces at a subdomain": {
    weight: 1,
    ips: ownIps,
    term: () => "mx",
    envelope: (domain: string) => `bounce.${domain}`,
    set: (world: World) => {
      ownHosts(world)
      nodeAt(world, `bounce.${world.domain}`).TXT = [
        `v=spf1 ${ips4(
          "",
          world.senders.map(({ ip }) => ip)
        )} -all`
      ]
    }
  },
  "macro for each server": {
    weight: 1,
    ips: ownIps,
    term: (domain: string) => `exists:%{i}._spf.${domain}`,
    set: (world: World) => {
      ownHosts(world)
      for (const { ip } of world.senders) nodeAt(world, `${ip}._spf.${world.domain}`).A = ["127.0.0.2"]
    }
  },
  "redirect to a record of its own": {
    weight: 1,
    ips: ownIps,
    term: (domain: string) => `include:_spf.${domain}`,
    record: (domain: string) => `v=spf1 redirect=_spf.${domain}`,
    set: (world: World) => {
      ownHosts(world)
      nodeAt(world, `_spf.${world.domain}`).TXT = [`v=spf1 mx:${world.domain} include:spf.vendor.net -all`]
    }
  },
  "does not sign": { weight: 1, ips: ownIps, term: () => "mx", set: ownHosts, signs: false },
  "only a website": { weight: 1, ips: () => [], term: () => "", signs: false, noEmail: true },
  "only a website, nobody thought of email": {
    weight: 2,
    ips: () => [],
    term: () => "",
    set: (world: World) => {
      nodeAt(world, world.domain).TXT = []
    },
    signs: false,
    noEmail: true
  },
  "only a website, with an SPF record": {
    weight: 1,
    ips: () => [],
    term: () => "",
    record: () => "v=spf1 ~all",
    signs: false,
    noEmail: true
  },
  "only a website that sends nothing": {
    weight: 1,
    ips: () => [],
    term: () => "",
    record: () => "v=spf1 -all",
    signs: false,
    noEmail: true
  },
  "null MX, and an SPF record that names nobody": {
    weight: 1,
    ips: () => [],
    term: () => "",
    record: () => "v=spf1 ~all",
    set: sendOnly,
    signs: false,
    noEmail: true
  },
  parked: { weight: 2, ips: () => [], term: () => "", set: sendOnly, signs: false, noEmail: true }
} as const satisfies Readonly<Record<string, Kind>>

const WEIGHTED = Object.entries(KINDS).flatMap(([name, kind]: readonly [string, Kind]) =>
  Array.from({ length: kind.weight }, () => ({ name, kind }))
)

/** Returns a domain whose email works: its servers pass SPF and sign, and its DMARC policy requests reports. */
export const workingWorld = (random: Random): { readonly world: World; readonly kind: string } => {
  const label = `d${random.int(1_000_000)}`
  const domain = random.int(8) === 0 ? `news.${label}.com` : `${label}.com`
  const { kind, name } = random.pick(WEIGHTED)
  const ips = kind.ips(random)
  const senders = ips.map((ip): Sender => ({
    ip,
    selector: kind.signs === false ? null : "default",
    envelope: kind.envelope?.(domain) ?? null
  }))
  const term = kind.term(domain, ips)
  const world: World = { domain, nodes: new Map(), senders: [...senders], term, noEmail: kind.noEmail === true }
  for (const { zone } of OPEN_LISTS) nodeAt(world, `2.0.0.127.${zone}`).A = ["127.0.0.2"]
  for (const [at, network] of VENDORS) nodeAt(world, at).TXT = [`v=spf1 ip4:${network} ~all`]
  const record = kind.record?.(domain) ?? ["v=spf1", term, "-all"].filter((text) => text !== "").join(" ")
  Object.assign(nodeAt(world, domain), { A: ["9.9.9.9"], TXT: [record, "some-verification=1"] })
  if (kind.signs !== false) setKey(world, "default", goodKey())
  nodeAt(world, "reports.example.net").MX = [{ preference: 1, exchange: "mx.example.net" }]
  nodeAt(world, "*._report._dmarc.reports.example.net").TXT = ["v=DMARC1"]
  kind.set?.(world)
  setDmarc(world, `v=DMARC1; p=reject; ${RUA}`)
  return { world, kind: name }
}
