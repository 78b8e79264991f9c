import type { Message } from "./wire/Message.ts"
import { NS, SOA, typeNumber } from "./wire/recordTypes.ts"
import { readKnown } from "./wire/WireData.ts"

interface DelegatedServer {
  readonly name: string
  /** The glue addresses of the server (RFC 9471). Empty if the answer contains none. */
  readonly addresses: ReadonlyArray<string>
}

/** The servers of a child zone to which a server refers (RFC 1034 section 4.3.2). */
export interface Referral {
  readonly kind: "referral"
  readonly zone: string
  readonly nameServers: ReadonlyArray<DelegatedServer>
}

/** The maximum number of servers that are read from a referral. The root zone has 13 servers. */
const MAX_SERVERS = 13
const ADDRESS_TYPES = ["A", "AAAA"] as const

const isWithin = (name: string, zone: string): boolean => zone === "" || name === zone || name.endsWith(`.${zone}`)

const glueOf = ({ additional, bytes }: Message, name: string): ReadonlyArray<string> =>
  ADDRESS_TYPES.flatMap((type) =>
    additional.flatMap((resource) => {
      if (resource.name !== name || resource.type !== typeNumber(type)) return []
      const data = readKnown(type, bytes, resource)
      return data === null ? [] : [data.address]
    })
  )

/** Reads only records of the name and of the zones above it. Returns null if the answer is not a referral. */
export const referralOf = (message: Message, name: string): Referral | null => {
  const { answers, authority, authoritative, bytes } = message
  if (authoritative || answers.length > 0 || message.extendedRcode !== 0) return null
  if (authority.some(({ type }) => type === SOA)) return null
  const owner = authority.find((resource) => resource.type === NS && isWithin(name, resource.name))
  if (owner === undefined) return null
  const names = authority.flatMap((resource) => {
    const data = resource.type === NS && resource.name === owner.name ? readKnown("NS", bytes, resource) : null
    return data === null ? [] : [data.target]
  })
  const unique = [...new Set(names)].sort().slice(0, MAX_SERVERS)
  const nameServers = unique.map((server) => ({ name: server, addresses: glueOf(message, server) }))
  return { kind: "referral", zone: owner.name, nameServers }
}
