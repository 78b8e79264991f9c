import type { Zone, ZoneRecords } from "@mon/dns"
import type { RepairRecord } from "../../src/index.ts"

/** A server that sends email of the domain. */
export interface Sender {
  readonly ip: string
  /** The selector that it signs with; null for none. */
  readonly selector: string | null
  /** The domain of its MAIL FROM; null for the domain itself. */
  readonly envelope: string | null
}

/** The records at one name, as they are published. */
export interface Node {
  A?: ReadonlyArray<string>
  AAAA?: ReadonlyArray<string>
  MX?: ReadonlyArray<{ readonly preference: number; readonly exchange: string }>
  TXT?: ReadonlyArray<string>
  CNAME?: ReadonlyArray<string>
  PTR?: ReadonlyArray<string>
}

/** A domain, the DNS around it, and who sends its email. */
export interface World {
  readonly domain: string
  readonly nodes: Map<string, Node>
  readonly senders: Array<Sender>
  /** The SPF term that allows the senders. */
  readonly term: string
  /** Whether the domain has no email at all, which its owner knows. */
  readonly noEmail: boolean
}

export const nodeAt = ({ nodes }: World, name: string): Node => {
  const node = nodes.get(name) ?? {}
  nodes.set(name, node)
  return node
}

const published = (node: Node): ZoneRecords =>
  Object.fromEntries(Object.entries(node).filter(([, values]) => values.length > 0))

/** Names without records do not exist. */
export const zoneOf = ({ nodes }: World): Zone =>
  Object.fromEntries(
    [...nodes].flatMap(([name, node]) => {
      const records = published(node)
      return Object.keys(records).length > 0 ? [[name, records] as const] : []
    })
  )

export const copyOf = (world: World): World => ({
  ...world,
  nodes: new Map([...world.nodes].map(([name, node]) => [name, { ...node }])),
  senders: [...world.senders]
})

const mxOf = (value: string): { readonly preference: number; readonly exchange: string } => {
  const [preference = "", exchange = ""] = value.split(" ")
  return { preference: Number(preference), exchange: exchange === "." ? "." : exchange.replace(/\.$/, "") }
}

const mxText = ({ exchange, preference }: { readonly preference: number; readonly exchange: string }): string =>
  `${preference} ${exchange === "." || exchange === "" ? "." : `${exchange}.`}`

/** Publishes a record exactly as it is written, without thinking. */
export const publish = (
  world: World,
  { type, host, values, replaces }: Pick<RepairRecord, "host" | "replaces" | "type" | "values">
): void => {
  const node = nodeAt(world, host)
  const gone = new Set(replaces)
  if (type === "MX") {
    const left = (node.MX ?? []).filter((mx) => !gone.has(mxText(mx)))
    node.MX = [...left, ...values.map(mxOf)]
    return
  }
  const left = (node[type] ?? []).filter((value) => !gone.has(value) && !gone.has(`${value}.`))
  node[type] = [...new Set([...left, ...values])]
}

/** Whether the domain of an address has mail hosts. */
export const receives = ({ nodes }: World, address: string): boolean =>
  (nodes.get(address.slice(address.indexOf("@") + 1))?.MX ?? []).some(({ exchange }) => exchange !== ".")

/** The addresses at domains with mail hosts that the DMARC records of a domain name, whatever is wrong with them. */
export const livingReports = (world: World): ReadonlySet<string> => {
  const texts = [world.domain, `_dmarc.${world.domain}`].flatMap((name) => world.nodes.get(name)?.TXT ?? [])
  const named = texts.flatMap((text) => text.match(/[a-z0-9]+@[a-z0-9.-]+[a-z0-9]/gi) ?? [])
  return new Set(named.filter((address) => receives(world, address)))
}
