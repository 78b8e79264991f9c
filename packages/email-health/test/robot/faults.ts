import { OPEN_LISTS } from "../../src/index.ts"
import { rsaKey } from "../keys.ts"
import type { Random } from "./Random.ts"
import { nodeAt, type World } from "./World.ts"

const own = (index: number): string => `8.8.${(index >> 8) & 255}.${index & 255}`

const reverse = (address: string): string => `${address.split(".").toReversed().join(".")}.in-addr.arpa`

/** A host with an address and forward-confirmed reverse DNS. */
const host = (world: World, name: string, address: string): void => {
  nodeAt(world, name).A = [address]
  nodeAt(world, reverse(address)).PTR = [name]
}

const VENDORS = [
  ["_spf.google.com", "74.125.0.0/16"],
  ["spf.protection.outlook.com", "40.92.0.0/15"],
  ["_spf.sender.net", "5.5.5.0/24"]
] as const

type Kind = (world: World, random: Random) => void

const ownHosts: Kind = (world) => {
  const [first, second] = world.senders.map(({ ip }) => ip)
  host(world, `mx1.${world.domain}`, first ?? "")
  host(world, `mx2.${world.domain}`, second ?? "")
  setMx(world, [10, `mx1.${world.domain}`], [20, `mx2.${world.domain}`])
}

const google: Kind = (world) => {
  host(world, "aspmx.l.google.com", "74.125.1.1")
  setMx(world, [1, "aspmx.l.google.com"])
}

const sendOnly: Kind = (world) => setMx(world, [0, "."])

const fromItsAddress: Kind = (world) => {
  nodeAt(world, world.domain).A = world.senders.map(({ ip }) => ip)
}

/** Kinds of domains by who sends their email. Each one has no fault, or only that of its kind. */
const KINDS = [
  { set: ownHosts, term: "mx", weight: 3 },
  { set: google, term: "include:_spf.google.com", weight: 2 },
  { set: sendOnly, term: "ip4", weight: 1 },
  { set: fromItsAddress, term: "a", weight: 1 }
] as const

/** A domain whose email works: its servers pass SPF and sign, and a policy has reports. */
export const workingWorld = (random: Random): World => {
  const domain = `d${random.int(1_000_000)}.com`
  const { set, term } = random.pick(KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind)))
  const ips =
    set === google ? ["74.125.7.7", "74.125.8.8"] : [own(1 + random.int(60_000)), own(60_001 + random.int(5_000))]
  const world: World = {
    domain,
    nodes: new Map(),
    senders: ips.map((ip) => ({ ip, selector: "default" })),
    term: term === "ip4" ? ips.map((ip) => `ip4:${ip}`).join(" ") : term
  }
  for (const { zone } of OPEN_LISTS) nodeAt(world, `2.0.0.127.${zone}`).A = ["127.0.0.2"]
  for (const [name, network] of VENDORS) nodeAt(world, name).TXT = [`v=spf1 ip4:${network} ~all`]
  Object.assign(nodeAt(world, domain), { A: ["9.9.9.9"], TXT: [`v=spf1 ${world.term} -all`, "some-verification=1"] })
  nodeAt(world, `default._domainkey.${domain}`).TXT = [`v=DKIM1; k=rsa; p=${rsaKey(2048)}`]
  nodeAt(world, "reports.example.net").MX = [{ preference: 1, exchange: "mx.example.net" }]
  nodeAt(world, `${domain}._report._dmarc.reports.example.net`).TXT = ["v=DMARC1"]
  set(world, random)
  setDmarc(world, `v=DMARC1; p=reject; ${rua(world)}`)
  return world
}

type Fault = (world: World, random: Random) => void

const setSpf = (world: World, ...records: ReadonlyArray<string>): void => {
  const node = nodeAt(world, world.domain)
  node.TXT = [...records, ...(node.TXT ?? []).filter((text) => !/spf/i.test(text))]
}

const setDmarc = (world: World, ...records: ReadonlyArray<string>): void => {
  nodeAt(world, `_dmarc.${world.domain}`).TXT = records
}

/** Reports go to a domain that receives email and has agreed. */
const rua = (_world: World): string => "rua=mailto:d@reports.example.net"

const branches = (world: World, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => {
    const name = `_spf${index}.vendor.net`
    nodeAt(world, name).TXT = [`v=spf1 ip4:6.6.${index}.0/24 ~all`]
    return `include:${name}`
  })

const setMx = (world: World, ...hosts: ReadonlyArray<readonly [number, string]>): void => {
  nodeAt(world, world.domain).MX = hosts.map(([preference, exchange]) => ({ preference, exchange }))
}

/** Adds a mail host to a domain that receives email. */
const addMx = (world: World, added: readonly [number, string]): void => {
  const node = nodeAt(world, world.domain)
  const others = (node.MX ?? []).filter(({ exchange }) => exchange !== ".")
  if (others.length > 0) node.MX = [...others, { preference: added[0], exchange: added[1] }]
}

const spf =
  (make: (world: World) => ReadonlyArray<string>): Fault =>
  (world) =>
    setSpf(world, ...make(world))
const dmarc =
  (make: (world: World) => ReadonlyArray<string>): Fault =>
  (world) =>
    setDmarc(world, ...make(world))

/** Faults by the part of the domain that they break. A broken domain has at most one fault of each part. */
export const FAULTS: Readonly<Record<"mx" | "spf" | "dkim" | "dmarc", Readonly<Record<string, Fault>>>> = {
  spf: {
    "no record": spf(() => []),
    "two records": spf(({ term }) => [`v=spf1 ${term} -all`, `v=spf1 include:_spf.sender.net ~all`]),
    "dead include": spf(({ term }) => [`v=spf1 ${term} include:gone.example.net -all`]),
    "dead include in two records": spf(({ term }) => [`v=spf1 ${term} include:gone.example.net ~all`, `v=spf1 -all`]),
    "misspelt include": spf(({ term }) => [`v=spf1 ${term} includ:_spf.sender.net -all`]),
    "blank behind a colon": spf(({ senders, term }) => [`v=spf1 ${term} ip4: ${senders[0]?.ip} -all`]),
    "glued all": spf(({ senders, term }) => [`v=spf1 ip4:${senders[0]?.ip} ${term} include:_spf.sender.net-all`]),
    "semicolon in the version": spf(({ term }) => [`v=spf1; ${term} -all`]),
    "unknown word": spf(({ term }) => [`v=spf1 ${term} whatever -all`]),
    "too many lookups": (world) => setSpf(world, `v=spf1 ${world.term} ${branches(world, 11).join(" ")} -all`),
    "far too many lookups": (world) => setSpf(world, `v=spf1 ${world.term} ${branches(world, 19).join(" ")} ~all`),
    "too many lookups and a long list": (world) => {
      const networks = Array.from({ length: 60 }, (_, index) => `ip4:7.7.${index * 2}.0/24`)
      setSpf(world, `v=spf1 ${world.term} ${networks.join(" ")} ${branches(world, 10).join(" ")} -all`)
    },
    "loop to itself": spf(({ domain, term }) => [`v=spf1 ${term} include:${domain} -all`]),
    "loop behind an include": (world) => {
      nodeAt(world, "_spf.loop.net").TXT = ["v=spf1 ip4:5.5.6.0/24 include:_spf.loop.net ~all"]
      setSpf(world, `v=spf1 ${world.term} include:_spf.loop.net -all`)
    },
    "broken include": (world) => {
      nodeAt(world, "_spf.broken.net").TXT = ["v=spf1 ip4:5.5.7.0/24 nonsense ~all"]
      setSpf(world, `v=spf1 ${world.term} include:_spf.broken.net -all`)
    },
    "three names without records": spf(({ term }) => [`v=spf1 ${term} a:x1.gone.net a:x2.gone.net a:x3.gone.net -all`]),
    "everybody allowed": spf(() => ["v=spf1 +all"]),
    "everybody allowed by a network": spf(({ term }) => [`v=spf1 ${term} ip4:0.0.0.0/0 -all`]),
    "no end": spf(({ term }) => [`v=spf1 ${term}`]),
    "neutral end": spf(({ term }) => [`v=spf1 ${term} ?all`]),
    "terms behind all": spf(({ term }) => [`v=spf1 ${term} -all include:_spf.sender.net`]),
    "mechanism as modifier": spf(({ senders, term }) => [`v=spf1 ${term} ip4=${senders[0]?.ip} -all`]),
    "private network": spf(({ term }) => [`v=spf1 ${term} ip4:10.0.0.0/8 -all`]),
    "repeated terms": spf(({ term }) => [`v=spf1 ${term} ${term} include:_spf.sender.net include:_spf.sender.net -all`])
  },
  dmarc: {
    "no policy record": dmarc(() => []),
    "two policies": dmarc((world) => [`v=DMARC1; p=none; ${rua(world)}`, `v=DMARC1; p=quarantine; ${rua(world)}`]),
    "misspelt policy": dmarc((world) => [`v=DMARC1; p=quarentine; ${rua(world)}`]),
    "misspelt subdomain policy": dmarc((world) => [`v=DMARC1; p=reject; sp=rejct; ${rua(world)}`]),
    "unreadable np": dmarc((world) => [`v=DMARC1; p=quarantine; np=yes; ${rua(world)}`]),
    "commas between tags": dmarc((world) => [`v=DMARC1, p=reject, ${rua(world)}`]),
    "version in lower case": dmarc((world) => [`v=dmarc1; p=reject; ${rua(world)}`]),
    "version at the end": dmarc((world) => [`p=reject; ${rua(world)}; v=DMARC1`]),
    "address without mailto": dmarc(({ domain }) => [`v=DMARC1; p=reject; rua=d@${domain}`]),
    "policy twice": dmarc((world) => [`v=DMARC1; p=reject; p=none; ${rua(world)}`]),
    "none with reports": dmarc((world) => [`v=DMARC1; p=none; ${rua(world)}`]),
    "none without reports": dmarc(() => ["v=DMARC1; p=none"]),
    "reject without reports": dmarc(() => ["v=DMARC1; p=reject"]),
    "weak subdomains": dmarc((world) => [`v=DMARC1; p=reject; sp=none; ${rua(world)}`]),
    "none for all with test mode": dmarc((world) => [`v=DMARC1; p=none; sp=none; t=y; pct=50; ${rua(world)}`]),
    "half enforced": dmarc((world) => [`v=DMARC1; p=quarantine; sp=none; t=y; pct=50; ${rua(world)}`]),
    "dead report domain": (world) => {
      nodeAt(world, "dead.example.org").MX = [{ preference: 0, exchange: "." }]
      setDmarc(world, "v=DMARC1; p=reject; rua=mailto:d@dead.example.org")
    },
    "reports nobody agreed to": (world) => {
      nodeAt(world, "reports.example.org").MX = [{ preference: 1, exchange: "mx.example.org" }]
      setDmarc(world, "v=DMARC1; p=reject; rua=mailto:d@reports.example.org")
    },
    "policy at the domain": (world) => {
      const node = nodeAt(world, world.domain)
      node.TXT = [...(node.TXT ?? []), `v=DMARC1; p=reject; ${rua(world)}`]
      setDmarc(world)
    }
  },
  dkim: {
    "test mode": (world) => {
      nodeAt(world, `default._domainkey.${world.domain}`).TXT = [`v=DKIM1; k=rsa; t=y; p=${rsaKey(2048)}`]
    },
    "no key": (world) => {
      world.nodes.delete(`default._domainkey.${world.domain}`)
      world.senders.splice(0, 2, ...world.senders.map(({ ip }) => ({ ip, selector: null })))
    },
    "alias without a key": (world) => {
      nodeAt(world, `selector1._domainkey.${world.domain}`).CNAME = ["selector1.gone.example.net"]
    }
  },
  mx: {
    "null MX beside others": (world) => addMx(world, [0, "."]),
    "localhost beside others": (world) => addMx(world, [20, "localhost"]),
    "address instead of a name": (world) => addMx(world, [30, "8.8.4.4"]),
    "alias as mail host": (world) => {
      host(world, `real.${world.domain}`, "8.8.4.5")
      nodeAt(world, `mail.${world.domain}`).CNAME = [`real.${world.domain}`]
      addMx(world, [30, `mail.${world.domain}`])
    },
    "mail host without address": (world) => addMx(world, [30, `old.${world.domain}`]),
    "private mail host": (world) => {
      nodeAt(world, `inside.${world.domain}`).A = ["10.1.2.3"]
      addMx(world, [30, `inside.${world.domain}`])
    },
    "only localhost": (world) => {
      if (world.term !== "mx") setMx(world, [0, "localhost"])
    },
    "no MX and no address": (world) => {
      if (world.term.startsWith("ip4:")) Object.assign(nodeAt(world, world.domain), { A: [], MX: [] })
    }
  }
}
