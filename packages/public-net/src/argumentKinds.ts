import { aBigint, aFunction, type Kind, kindOf, oneOf, optional, shape, whole } from "@mon/arguments"
import type { AddressPolicy } from "./AddressPolicy.ts"
import type { Cidr } from "./Cidr.ts"
import type { IpAddress } from "./IpAddress.ts"

const ADDRESS = "an IP address from parseIpAddress"

/** The highest address of each family. */
const HIGHEST = { 4: 2n ** 32n - 1n, 6: 2n ** 128n - 1n } as const

const isInFamily = ({ family, value }: IpAddress): boolean => value >= 0n && value <= HIGHEST[family]

/** An address that `parseIpAddress` made. */
export const ipAddress = (): Kind => {
  const fields = shape<IpAddress>(ADDRESS, { family: oneOf(4, 6), value: aBigint })
  const inRange = kindOf(ADDRESS, (value) => isInFamily(value as IpAddress))
  return { takes: ADDRESS, fault: (value) => fields.fault(value) ?? inRange.fault(value) }
}

/** A network that `parseCidr` made. */
export const cidrKind = (): Kind => {
  const takes = "a network from parseCidr"
  const fields = shape<Cidr>(takes, { address: ipAddress(), prefix: whole(0, 128) })
  const inFamily = kindOf(takes, (value) => {
    const { address, prefix } = value as Cidr
    return address.family === 6 || prefix <= 32
  })
  return { takes, fault: (value) => fields.fault(value) ?? inFamily.fault(value) }
}

/** Anything that has the methods of a policy. */
export const addressPolicy = (callback: Kind): Kind =>
  shape<AddressPolicy>("an address policy, such as makeAddressPolicy() returns", {
    classify: callback,
    allows: callback
  })

/** The options of everything that opens connections to vetted addresses. */
export const connectionKinds = () => ({
  policy: optional(addressPolicy(aFunction)),
  resolve: optional(aFunction),
  connectTimeoutMs: optional(whole(1, 2 ** 31 - 1))
})
