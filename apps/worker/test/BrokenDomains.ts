import { OPEN_LISTS } from "@mon/email-health"
import type { Repair, RepairRecordSet } from "@mon/model"
import type { DnsServer } from "@mon/testbed"
import { generateKeyPairSync } from "node:crypto"

/** The records at one name. */
interface Node {
  A?: ReadonlyArray<string>
  MX?: ReadonlyArray<{ readonly preference: number; readonly exchange: string }>
  TXT?: ReadonlyArray<string>
  PTR?: ReadonlyArray<string>
}

/** The records of a domain, by name. */
type Nodes = Map<string, Node>

const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
const signingKey = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`

const spf =
  (...texts: ReadonlyArray<string>) =>
  (nodes: Nodes, domain: string): void => {
    const [mx] = nodes.get(`mx.${domain}`)?.A ?? []
    nodes.set(domain, { ...nodes.get(domain), TXT: texts.map((text) => text.replace("HOST", `ip4:${mx}`)) })
  }

const dmarc =
  (...texts: ReadonlyArray<string>) =>
  (nodes: Nodes, domain: string): void => {
    nodes.set(`_dmarc.${domain}`, { TXT: texts.map((text) => text.replace("RUA", `rua=mailto:dmarc@${domain}`)) })
  }

/** Ways to break the email of a domain that records can fix. */
export const faults = {
  "spf-missing": spf(),
  "spf-neutral": spf("v=spf1 HOST ?all"),
  "spf-without-all": spf("v=spf1 HOST"),
  "spf-twice": spf("v=spf1 HOST -all", "v=spf1 mx ~all"),
  "spf-misspelt": spf("v=spf1 HOST ipv4:93.184.216.200 -all"),
  "spf-terms-after-all": spf("v=spf1 -all HOST"),
  "dmarc-missing": dmarc(),
  "dmarc-twice": dmarc("v=DMARC1; p=reject; RUA", "v=DMARC1; p=none"),
  "dmarc-misspelt": dmarc("v=DMARC1; p=rejct; RUA"),
  "dmarc-order": dmarc("p=reject; v=DMARC1; RUA"),
  "dmarc-silent": dmarc("v=DMARC1; p=reject"),
  "mx-beside-none": (nodes: Nodes, domain: string): void => {
    const node = nodes.get(domain)
    nodes.set(domain, { ...node, MX: [{ preference: 0, exchange: "." }, ...(node?.MX ?? [])] })
  },
  "mx-address": (nodes: Nodes, domain: string): void => {
    const node = nodes.get(domain)
    nodes.set(domain, { ...node, MX: [{ preference: 5, exchange: "93.184.216.99" }, ...(node?.MX ?? [])] })
  },
  "spf-and-dmarc-missing": (nodes: Nodes, domain: string): void => {
    spf()(nodes, domain)
    dmarc()(nodes, domain)
  }
} as const satisfies Readonly<Record<string, (nodes: Nodes, domain: string) => void>>

const mxOf = (value: string) => {
  const [preference = "", exchange = ""] = value.split(" ")
  return { preference: Number(preference), exchange: exchange.replace(/(?<=.)\.$/u, "") }
}

const mxText = ({ exchange, preference }: ReturnType<typeof mxOf>): string =>
  `${preference} ${exchange.replace(/\.$/u, "")}.`

/** Publishes a record exactly as a repair says, without thinking. */
const publish = (nodes: Nodes, { host, replaces, type, values }: RepairRecordSet): void => {
  const node = nodes.get(host) ?? {}
  if (type === "MX")
    nodes.set(host, {
      ...node,
      MX: [...(node.MX ?? []).filter((mx) => !replaces.includes(mxText(mx))), ...values.map(mxOf)]
    })
  else if (type === "TXT" || type === "A")
    nodes.set(host, {
      ...node,
      [type]: [...new Set([...(node[type] ?? []).filter((value) => !replaces.includes(value)), ...values])]
    })
  else throw new Error(`no domain of this test needs ${type} records`)
}

const copyOf = (nodes: Nodes): Nodes => new Map([...nodes].map(([name, node]) => [name, { ...node }]))

const serve = ({ zone }: Pick<DnsServer, "zone">, nodes: Nodes): void => {
  for (const [name, node] of nodes) {
    const records = Object.entries(node).filter(([, values]) => values.length > 0)
    if (records.length === 0) zone.delete(name)
    else zone.set(name, Object.fromEntries(records))
  }
}

/** The servers of all domains: what people ask, the registry, and two name servers. */
export interface NameServers {
  readonly resolver: DnsServer
  readonly registry: DnsServer
  readonly first: DnsServer
  readonly second: DnsServer
}

/** A broken domain, and what a person does with its records. */
export interface BrokenDomain {
  readonly hostname: string
  /** Publishes the records of repairs on the first name server only. Resolvers ask that one. */
  readonly repair: (repairs: ReadonlyArray<Repair>) => void
  /** The second name server follows the first one. */
  readonly transfer: () => void
  /** All servers have the broken records again. */
  readonly undo: () => void
}

/** Breaks a new domain. `number` is its own. */
export const breakDomain = (servers: NameServers, fault: keyof typeof faults, number: number): BrokenDomain => {
  const hostname = `${fault}.com`
  const address = `93.184.216.${number}`
  const hosts = { "ns1.example.net": [servers.first.host], "ns2.example.net": [servers.second.host] }
  const broken: Nodes = new Map<string, Node>([
    [hostname, { MX: [{ preference: 10, exchange: `mx.${hostname}` }], TXT: [`v=spf1 ip4:${address} -all`] }],
    [`mx.${hostname}`, { A: [address] }],
    [`${address.split(".").toReversed().join(".")}.in-addr.arpa`, { PTR: [`mx.${hostname}`] }],
    [`_dmarc.${hostname}`, { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${hostname}`] }],
    [`default._domainkey.${hostname}`, { TXT: [signingKey] }]
  ])
  faults[fault](broken, hostname)
  let nodes = copyOf(broken)
  const authority = {
    SOA: [{ mname: "ns1.example.net", rname: `root.${hostname}`, serial: 1, minimum: 60 }],
    NS: Object.keys(hosts)
  }
  const serveFrom = (server: DnsServer): void =>
    serve(
      server,
      new Map([...nodes].map(([name, node]) => [name, name === hostname ? { ...authority, ...node } : node]))
    )
  const everywhere = [servers.resolver, servers.first, servers.second]
  for (const { zone } of OPEN_LISTS) servers.resolver.zone.set(`2.0.0.127.${zone}`, { A: ["127.0.0.2"] })
  servers.registry.zone.delegate(hostname, hosts)
  for (const server of everywhere) serveFrom(server)
  return {
    hostname,
    repair: (repairs) => {
      const records = new Map(
        repairs.flatMap((each) => each.records).map((each) => [`${each.type} ${each.host}`, each])
      )
      for (const record of records.values()) publish(nodes, record)
      serveFrom(servers.resolver)
      serveFrom(servers.first)
    },
    transfer: () => serveFrom(servers.second),
    undo: () => {
      // Names that repairs have added are empty again.
      nodes = new Map([...[...nodes.keys()].map((name) => [name, {}] as const), ...copyOf(broken)])
      for (const server of everywhere) serveFrom(server)
    }
  }
}
