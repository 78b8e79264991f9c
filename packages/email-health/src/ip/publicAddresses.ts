import { makeAddressPolicy } from "@mon/public-net"

const policy = makeAddressPolicy()

/** Whether an address can be reached from everywhere. */
export const isPublic = (address: string): boolean => policy.allows(address)
