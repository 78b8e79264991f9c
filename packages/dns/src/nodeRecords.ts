import type { promises } from "node:dns"
import { normalise } from "./DnsName.ts"
import type { KnownType, RecordData } from "./Records.ts"

type NodeQuery<T extends KnownType> = (
  resolver: promises.Resolver,
  name: string
) => Promise<ReadonlyArray<RecordData[T]>>

/** The record types that node:dns supports. */
export type NodeType = Exclude<KnownType, "DS" | "SVCB" | "HTTPS">

const host = (name: string): string => normalise(name) ?? name
const target = (name: string): { readonly target: string } => ({ target: host(name) })

/** node:dns returns CAA as { critical, [tag]: value }. */
const caaProperty = (record: object): { readonly tag: string; readonly value: string } => {
  const [tag = "", value] = Object.entries(record).find(([key]) => key !== "critical" && key !== "type") ?? []
  return { tag, value: String(value ?? "") }
}

/** Functions that query each type over node:dns and read the answer into fields. */
export const NODE_QUERY: { readonly [T in NodeType]: NodeQuery<T> } = {
  A: (resolver, name) => resolver.resolve4(name, { ttl: true }),
  AAAA: (resolver, name) => resolver.resolve6(name, { ttl: true }),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ exchange, priority }) => ({
      exchange: host(exchange),
      preference: priority
    })),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((chunks) => ({ chunks })),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(target),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(target),
  PTR: async (resolver, name) => (await resolver.resolvePtr(name)).map(target),
  SOA: async (resolver, name) => {
    const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name)
    return [{ mname: host(nsname), rname: host(hostmaster), serial, refresh, retry, expire, minimum: minttl }]
  },
  CAA: async (resolver, name) =>
    (await resolver.resolveCaa(name)).map((record) => ({ flags: record.critical, ...caaProperty(record) })),
  SRV: async (resolver, name) =>
    (await resolver.resolveSrv(name)).map(({ name: to, port, priority, weight }) => ({
      priority,
      weight,
      port,
      target: host(to)
    })),
  TLSA: async (resolver, name) =>
    (await resolver.resolveTlsa(name)).map(({ certUsage, selector, match, data }) => ({
      usage: certUsage,
      selector,
      matchingType: match,
      data: Buffer.from(data).toString("hex")
    }))
}
