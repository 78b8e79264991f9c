import type { Referral } from "@mon/dns"
import type { AuthorityServer, Ports } from "./DnsWatchPorts.ts"

/** The maximum number of servers of a zone that are asked. The root zone has 13 servers. */
const MAX_SERVERS = 13
/**
 * The maximum number of servers of the parent that are asked. A few are enough, because all of them have the same data,
 * and a registry answers for millions of zones.
 */
const MAX_PARENT_SERVERS = 4
/** The maximum number of referrals that are followed from one zone. */
const MAX_REFERRALS = 4

export const BLOCKED = "blocked"

export interface Authority {
  readonly zone: string
  readonly servers: ReadonlyArray<AuthorityServer>
}

export interface Delegation {
  readonly parent: Authority
  /**
   * The answer of each server of the parent: the domain's name servers (none if the domain is not a zone), or the
   * reason why the server did not answer.
   */
  readonly answers: ReadonlyArray<{
    readonly server: string
    readonly reply: "nxdomain" | "no_zone" | ReadonlyArray<string> | { readonly failed: string }
  }>
  /** The servers of the domain's own zone, or of the zone that contains the domain. */
  readonly authority: Authority
}

export const parentOf = (name: string): string => (name.includes(".") ? name.slice(name.indexOf(".") + 1) : "")

const isWithin = (name: string, zone: string): boolean => zone === "" || name === zone || name.endsWith(`.${zone}`)

const choose = (name: string, addresses: ReadonlyArray<string>, { policy }: Ports): AuthorityServer => {
  // IPv4 is preferred, because addresses of both families serve the zone, and IPv4 is reachable from more networks.
  const sorted = addresses.toSorted((one, other) => Number(one.includes(":")) - Number(other.includes(":")))
  const address = sorted.find((each) => policy.allows(each))
  if (address !== undefined) return { label: `${name} ${address}`, address, fault: "" }
  return { label: name, address: null, fault: sorted.length === 0 ? "no address" : BLOCKED }
}

const addressesOf = async (name: string, { resolve }: Ports): Promise<ReadonlyArray<string>> => {
  for (const type of ["A", "AAAA"] as const) {
    const found = await resolve(name, type).catch(() => null)
    if (found !== null && found.records.length > 0) return found.records.map(({ address }) => address)
  }
  return []
}

const serversOf = async (
  nameServers: Referral["nameServers"],
  ports: Ports,
  limit = MAX_SERVERS
): Promise<ReadonlyArray<AuthorityServer>> =>
  await Promise.all(
    nameServers
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .slice(0, limit)
      .map(async ({ addresses, name }) =>
        choose(name, addresses.length > 0 ? addresses : await addressesOf(name, ports), ports)
      )
  )

/** Returns the closest zone above a name for which the resolver has name servers, with these servers. */
const parentZone = async (domain: string, ports: Ports): Promise<Authority> => {
  for (let zone = parentOf(domain); ; zone = parentOf(zone)) {
    const { records } = await ports.resolve(zone, "NS")
    if (records.length > 0) {
      const nameServers = records.map(({ target }) => ({ name: target, addresses: [] }))
      return { zone, servers: await serversOf(nameServers, ports, MAX_PARENT_SERVERS) }
    }
    if (zone === "") throw new Error("The resolver does not know any zone above the domain.")
  }
}

/**
 * Asks the servers of the parent for the servers to which a domain is delegated. Rejects if the parent cannot be found.
 */
export const findDelegation = async (domain: string, ports: Ports): Promise<Delegation> => {
  let parent = await parentZone(domain, ports)
  for (let hop = 0; ; hop++) {
    const replies = await Promise.all(
      parent.servers.map(async (server) => ({ server, reply: await ports.ask(server, domain, "NS") }))
    )
    const referrals = replies.flatMap(({ reply }) =>
      typeof reply !== "string" && reply.kind === "referral" && isWithin(reply.zone, parent.zone) ? [reply] : []
    )
    const between = referrals.find(({ zone }) => zone !== domain && zone !== parent.zone)
    if (between !== undefined && hop < MAX_REFERRALS) {
      const servers = await serversOf(between.nameServers, ports, MAX_PARENT_SERVERS)
      parent = { zone: between.zone, servers }
      continue
    }
    const names = new Map<string, ReadonlyArray<string>>()
    const answers = replies.map(({ reply, server }): Delegation["answers"][number] => {
      const answer = (given: Delegation["answers"][number]["reply"]) => ({ server: server.label, reply: given })
      if (typeof reply === "string") return answer({ failed: reply })
      if (reply.kind === "referral") {
        if (reply.zone !== domain) return answer({ failed: "lame" })
        for (const { addresses, name } of reply.nameServers) names.set(name, names.get(name) ?? addresses)
        return answer(reply.nameServers.map(({ name }) => name))
      }
      if (!reply.authoritative) return answer({ failed: "lame" })
      if (reply.status === "nxdomain") return answer("nxdomain")
      if (reply.records.length === 0) return answer("no_zone")
      // This server is responsible for the parent and the child zone, so it answers from the child zone.
      for (const { target } of reply.records) names.set(target, names.get(target) ?? [])
      return answer(reply.records.map(({ target }) => target))
    })
    const nameServers = [...names].map(([name, addresses]) => ({ name, addresses }))
    const isInParent = nameServers.length === 0 && answers.some(({ reply }) => reply === "no_zone")
    const authority = isInParent ? parent : { zone: domain, servers: await serversOf(nameServers, ports) }
    return { parent, answers, authority }
  }
}

/** Returns the servers of a name below a zone, by following the referrals of the zone's servers. */
export const authorityOf = async (name: string, from: Authority, ports: Ports): Promise<Authority> => {
  let authority = from
  for (let hop = 0; hop < MAX_REFERRALS && name !== authority.zone; hop++) {
    let next: Referral | null = null
    for (const server of authority.servers) {
      const reply = await ports.ask(server, name, "SOA")
      if (typeof reply === "string") continue
      if (reply.kind === "referral" && reply.zone !== authority.zone && isWithin(reply.zone, authority.zone))
        next = reply
      break
    }
    if (next === null) return authority
    authority = { zone: next.zone, servers: await serversOf(next.nameServers, ports) }
  }
  return authority
}
