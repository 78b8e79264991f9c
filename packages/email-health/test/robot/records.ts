import { rsaKey } from "../keys.ts"
import { nodeAt, type World } from "./World.ts"

const reverse = (address: string): string => `${address.split(".").toReversed().join(".")}.in-addr.arpa`

/** Adds a host with an address and forward-confirmed reverse DNS. */
export const host = (world: World, name: string, address: string): void => {
  nodeAt(world, name).A = [address]
  setPtr(world, address, name)
}

export const setPtr = (world: World, address: string, ...names: ReadonlyArray<string>): void => {
  nodeAt(world, reverse(address)).PTR = names
}

export const setMx = (world: World, ...hosts: ReadonlyArray<readonly [number, string]>): void => {
  nodeAt(world, world.domain).MX = hosts.map(([preference, exchange]) => ({ preference, exchange }))
}

/** Adds a mail host to a domain that receives email. */
export const addMx = (world: World, ...added: ReadonlyArray<readonly [number, string]>): void => {
  const node = nodeAt(world, world.domain)
  const others = (node.MX ?? []).filter(({ exchange }) => exchange !== ".")
  if (others.length > 0) node.MX = [...others, ...added.map(([preference, exchange]) => ({ preference, exchange }))]
}

const isSpfLike = (text: string): boolean => /v\s*=\s*spf|spf2\.0/i.test(text)

export const setSpf = (world: World, ...records: ReadonlyArray<string>): void => {
  const node = nodeAt(world, world.domain)
  node.TXT = [...records, ...(node.TXT ?? []).filter((text) => !isSpfLike(text))]
}

export const setDmarc = (world: World, ...records: ReadonlyArray<string>): void => {
  nodeAt(world, `_dmarc.${world.domain}`).TXT = records
}

export const setKey = (world: World, selector: string, ...records: ReadonlyArray<string>): void => {
  nodeAt(world, `${selector}._domainkey.${world.domain}`).TXT = records
}

export const goodKey = (): string => `v=DKIM1; k=rsa; p=${rsaKey(2048)}`

/** Removes all keys, so that no server signs. */
export const withoutKeys = (world: World): void => {
  for (const name of world.nodes.keys()) if (name.endsWith(`._domainkey.${world.domain}`)) world.nodes.delete(name)
  world.senders.splice(0, world.senders.length, ...world.senders.map((sender) => ({ ...sender, selector: null })))
}

/**
 * Removes the servers that only a key showed. Without the key, the domain publishes that it sends no email (null MX and
 * "v=spf1 -all", RFC 7208 section 10.1.2), so receivers cannot distinguish such a server from a forger.
 */
export const withoutUnseen = (world: World): void => {
  const seen = world.senders.filter(({ envelope }) => envelope === null || envelope.endsWith(`.${world.domain}`))
  world.senders.splice(0, world.senders.length, ...seen)
}

/** The tag for reports to a domain that receives email and has authorised the reports. */
export const RUA = "rua=mailto:d@reports.example.net"
