import { ADDRESS_BITS, type Cidr, formatIpAddress, isPublicAddress, makeAddressPolicy } from "@mon/public-net/policy"
import type { Mechanism } from "./SpfRecord.ts"

const POLICY = makeAddressPolicy()

const INSIDE: ReadonlySet<string> = new Set(["private-use", "loopback", "link-local", "unique-local"])

/**
 * Returns the special-purpose network for use inside an organization that contains an address; null if no such network
 * contains it.
 */
const innerNetwork = (address: Cidr["address"]): string | null => {
  const verdict = POLICY.classify(formatIpAddress(address))
  return !verdict.public && INSIDE.has(verdict.use) ? verdict.network : null
}

/** Whether a whole network is for use inside an organization, such as 10.0.0.0/8. Receivers never see its addresses. */
export const isPrivateNetwork = ({ address, prefix }: Cidr): boolean => {
  if (prefix === 0) return false
  const behind = (1n << BigInt(ADDRESS_BITS[address.family] - prefix)) - 1n
  const [first, last] = [address.value & ~behind, address.value | behind].map((value) =>
    innerNetwork({ ...address, value })
  )
  return first !== null && first === last
}

/** Whether a term names a network that is not public. False for the whole address space. */
export const namesPrivateNetwork = ({ network }: Mechanism): boolean =>
  network !== null && network.prefix > 0 && !isPublicAddress(formatIpAddress(network.address))
