import type { Zone, ZoneRecords } from "@mon/dns"
import type { RepairRecord } from "../../src/index.ts"

export interface Sender {
  readonly ip: string
  /** The selector of the key with which the server signs; null if the server does not sign. */
  readonly selector: string | null
  /** The domain in the server's MAIL FROM; null for the domain itself. */
  readonly envelope: string | null
}

export interface Node {
  A?: ReadonlyArray<string>
  AAAA?: ReadonlyArray<string>
  MX?: ReadonlyArray<{ readonly preference: number; readonly exchange: string }>
  TXT?: ReadonlyArray<string>
  CNAME?: ReadonlyArray<string>
  PTR?: ReadonlyArray<string>
}

/** A domain, the DNS around it, and the servers that send its email. */
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

/** Returns the DNS zone of the world. Names without records do not exist. */
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

/** Publishes a record exactly as it is written, without judgement. */
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

export const receives = ({ nodes }: World, address: string): boolean =>
  (nodes.get(address.slice(address.indexOf("@") + 1))?.MX ?? []).some(({ exchange }) => exchange !== ".")

/**
 * Returns the report addresses in the DMARC records of a domain, even if the records have mistakes. Includes only
 * addresses at domains with mail hosts.
 */
export const livingReports = (world: World): ReadonlySet<string> => {
  const texts = [world.domain, `_dmarc.${world.domain}`].flatMap((name) => world.nodes.get(name)?.TXT ?? [])
  const named = texts.flatMap((text) => text.match(/[a-z0-9]+@[a-z0-9.-]+[a-z0-9]/gi) ?? [])
  return new Set(named.filter((address) => receives(world, address)))
}

const textsAt = ({ nodes }: World, name: string): ReadonlyArray<string> => nodes.get(name)?.TXT ?? []

const SPF = /^\s*"?v=spf1\b/i
/** A pattern for records whose terms name no server, but allow everybody or nobody. */
const NAMES_NOBODY =
  /^v=spf1(?: +(?:[-~?+]?all|ip4:0\.0\.0\.0\/[01]|ip4:128\.0\.0\.0\/1|ip6:::\/0|(?:include:|redirect=)_spf\.open2\.net))*\s*$/i
const ALLOWS_EVERYBODY = /(?:[\s+]all|\/[01]|open2\.net)(?:\s|$)/i
/** Returns the record without those mistakes of the faults that change no term. */
const straight = (text: string): string =>
  text
    .replaceAll(/["\u201c\u201d]/g, "")
    .replace(/^v ?= ?spf1;?/i, "v=spf1")
    .replace("\u2013", "-")

/** A pattern for a DMARC record that receivers use, with its policy. */
const USED = /^v=DMARC1\s*;(?:[^;]*;)*?\s*p\s*=\s*(none|quarantine|reject)\s*(?:;|$)/i

const MEANT = /(?<![a-z])(?:p|policy)[\s=]+(quarantine|reject)\b/i

/** Returns the policy in a record, even if the record has other mistakes. Test mode lowers the policy by one level. */
const policyIn = (text: string): string => {
  const policy = (USED.exec(text) ?? MEANT.exec(text))?.[1]?.toLowerCase() ?? "none"
  return /\bt\s*=\s*y\b/i.test(text) ? (policy === "reject" ? "quarantine" : "none") : policy
}

/**
 * Whether a domain that receives no email shows no sign that it sends email: its SPF record names nobody, and it has no
 * key, no BIMI record, and no reports to an address at the domain itself.
 */
export const showsNothing = (world: World): boolean => {
  const { domain, nodes } = world
  const node = nodes.get(domain) ?? {}
  const mx = node.MX ?? []
  const isNull = mx.length > 0 && mx.every(({ exchange }) => exchange === "." || exchange === "localhost")
  const isNone = mx.length === 0
  const isWeb = isNone && (node.A ?? []).length + (node.AAAA ?? []).length > 0
  const spf = textsAt(world, domain)
    .filter((text) => /spf/i.test(text))
    .map(straight)
  const isUnnamed = spf.length < 2 && spf.every((text) => SPF.test(text) && NAMES_NOBODY.test(text))
  const isOpenWeb = isWeb && spf.some((text) => ALLOWS_EVERYBODY.test(text))
  const names = [...nodes].filter(([, at]) => (at.TXT ?? []).length + (at.CNAME ?? []).length > 0).map(([name]) => name)
  const signs = isNull ? ["_domainkey", "_bimi"] : ["_domainkey", "_bimi", "_tls", "_mta-sts"]
  const hasSign = names.some(
    (name) => name.endsWith(`.${domain}`) && signs.some((sign) => name.split(".").includes(sign))
  )
  const dmarc = [...textsAt(world, domain), ...textsAt(world, `_dmarc.${domain}`)].filter((text) => /dmarc/i.test(text))
  const reads = dmarc.some(
    (text) => (isWeb && text.includes(`@${domain}`)) || (policyIn(text) === "none" && /rua/i.test(text))
  )
  return (isNull || isNone) && (node.CNAME ?? []).length === 0 && isUnnamed && !isOpenWeb && !hasSign && !reads
}

/**
 * Returns the policy that a domain has published for itself: the policy that receivers use, or otherwise the strictest
 * policy in a record with mistakes.
 */
export const meantPolicy = (world: World): string => {
  const own = textsAt(world, `_dmarc.${world.domain}`).filter((text) => /dmarc1/i.test(text))
  const [used] = own.map((text) => USED.exec(text)?.[1]?.toLowerCase())
  if (own.length === 1 && used === "none") return used
  const found = [...textsAt(world, world.domain), ...own].filter((text) => /dmarc1/i.test(text)).map(policyIn)
  return ["reject", "quarantine"].find((policy) => found.includes(policy)) ?? "none"
}
