import {
  argumentError,
  aFunction,
  type Kind,
  listOf,
  shape,
  optional,
  optionsOf,
  argumentsOf,
  aString
} from "@mon/bundled/arguments"
import { type Cidr, containsAddress, parseCidr } from "./Cidr.ts"
import { type IpAddress, memoize, parseIpAddress, unmapIpv4 } from "./IpAddress.ts"
import {
  EMBEDDINGS,
  GLOBAL_UNICAST,
  NOT_AN_ADDRESS,
  SPECIAL_NETWORKS,
  type SpecialNetwork,
  UNALLOCATED,
  SCOPED
} from "./SpecialNetworks.ts"

/**
 * Accepts any object with the methods of a policy.
 *
 * @internal
 */
export const addressPolicy = (callback: Kind): Kind =>
  shape<AddressPolicy>("an address policy, such as the one that makeAddressPolicy() returns", {
    classify: callback,
    allows: callback
  })

/** The verdict of a policy on an address. If the policy forbids the address, the verdict names the network. */
export type AddressVerdict =
  | { readonly public: true }
  | {
      readonly public: false
      /** The network as a CIDR, for instance "10.0.0.0/8". Empty if the text is not an address. */
      readonly network: string
      /** The use of the network, for instance "private-use". */
      readonly use: string
      /** The document that defines the network's special use, for instance "RFC 1918". */
      readonly source: string
    }

/** A policy that decides which addresses may be connected to. Its methods never throw an error. */
export interface AddressPolicy {
  readonly classify: (address: string) => AddressVerdict
  readonly allows: (address: string) => boolean
}

const PUBLIC: AddressVerdict = { public: true }

const refuse = (special: SpecialNetwork): AddressVerdict => ({ public: false, ...special })

const requireCidr = (value: string): Cidr => {
  const cidr = parseCidr(value)
  if (cidr === null)
    throw argumentError(
      `makeAddressPolicy: ${JSON.stringify(value.slice(0, 64))} is not a network such as 10.0.0.0/8 or fd00::/8.`
    )
  return cidr
}

const readNetworks = () => ({
  special: SPECIAL_NETWORKS.map((special) => ({ special, cidr: requireCidr(special.network) })).sort(
    (a, b) => b.cidr.prefix - a.cidr.prefix
  ),
  embedded: EMBEDDINGS.map(({ network, bitsBehind }) => ({ cidr: requireCidr(network), bitsBehind })),
  global: requireCidr(GLOBAL_UNICAST)
})

let read: ReturnType<typeof readNetworks> | null = null
/** Parses the networks when the first address is checked, so that importing the package is fast. */
const networks = () => (read ??= readNetworks())

/** Returns the IPv4 address inside a translated or 6to4 address. */
const embeddedIn = (address: IpAddress): IpAddress | null => {
  const embedding = networks().embedded.find(({ cidr }) => containsAddress(cidr, address))
  return embedding === undefined ? null : { family: 4, value: (address.value >> embedding.bitsBehind) & 0xffffffffn }
}

const verdictOf = (address: IpAddress): AddressVerdict => {
  const special = networks().special.find(({ cidr }) => containsAddress(cidr, address))
  if (special !== undefined) return refuse(special.special)
  if (address.family === 4) return PUBLIC
  const embedded = embeddedIn(address)
  if (embedded !== null) return verdictOf(embedded)
  return containsAddress(networks().global, address) ? PUBLIC : refuse(UNALLOCATED)
}

/** Options of {@link makeAddressPolicy}. */
export interface AddressPolicyOptions {
  /** Networks in CIDR notation that are allowed in addition to public addresses. Default: none. */
  readonly allow?: ReadonlyArray<string>
  /** Networks in CIDR notation that are always refused, even if `allow` contains them. Default: none. */
  readonly deny?: ReadonlyArray<string>
}

const acceptPolicy = /* @__PURE__ */ argumentsOf("makeAddressPolicy", () => ({
  options: optional(
    optionsOf<AddressPolicyOptions>({ allow: optional(listOf(aString)), deny: optional(listOf(aString)) })
  )
}))
const acceptClassify = /* @__PURE__ */ argumentsOf("policy.classify", () => ({ address: aString }))
const acceptAllows = /* @__PURE__ */ argumentsOf("policy.allows", () => ({ address: aString }))
const acceptPublic = /* @__PURE__ */ argumentsOf("isPublicAddress", () => ({ address: aString }))
const acceptVetting = /* @__PURE__ */ argumentsOf("vetAddresses", () => ({
  policy: addressPolicy(aFunction),
  addresses: listOf(aString)
}))

/**
 * Makes a policy that allows public addresses and the networks in `allow`, but never the networks in `deny`. Recognises
 * an address in all its notations. Throws a TypeError that names an invalid CIDR.
 *
 * @example
 * makeAddressPolicy().classify("10.1.2.3") // => { public: false, network: "10.0.0.0/8", use: "private-use", source: "RFC 1918" }
 * makeAddressPolicy({ allow: ["10.0.0.0/8"] }).allows("::ffff:10.1.2.3") // => true
 * makeAddressPolicy({ deny: ["9.9.9.0/24"] }).allows("9.9.9.9") // => false
 */
export const makeAddressPolicy = (options: AddressPolicyOptions = {}): AddressPolicy => {
  acceptPolicy(options)
  return makePolicy(options)
}

const makePolicy = ({ allow = [], deny = [] }: AddressPolicyOptions): AddressPolicy => {
  const allowed = allow.map(requireCidr)
  const denied = deny.map((network) => ({ network, cidr: requireCidr(network) }))
  const classify = memoize((value): AddressVerdict => {
    const parsed = parseIpAddress(value)
    if (parsed === null) return refuse(value.includes(":") && value.includes("%") ? SCOPED : NOT_AN_ADDRESS)
    const address = unmapIpv4(parsed)
    const inner = denied.length === 0 ? null : embeddedIn(address)
    const refused = denied.find(
      ({ cidr }) => containsAddress(cidr, address) || (inner !== null && containsAddress(cidr, inner))
    )
    if (refused !== undefined) return refuse({ network: refused.network, use: "denied", source: "policy" })
    return allowed.some((cidr) => containsAddress(cidr, address)) ? PUBLIC : verdictOf(address)
  })
  return {
    classify: (address) => {
      acceptClassify(address)
      return classify(address)
    },
    allows: (address) => {
      acceptAllows(address)
      return classify(address).public
    }
  }
}

const DEFAULT_POLICY = makePolicy({})

/** Returns whether an address is public, according to the default policy. */
export const isPublicAddress = (address: string): boolean => {
  acceptPublic(address)
  return DEFAULT_POLICY.allows(address)
}

/**
 * The result of checking a set of addresses: success if all addresses are allowed, otherwise the first forbidden
 * address.
 */
export type VettingResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly address: string; readonly verdict: Extract<AddressVerdict, { public: false }> }

/**
 * Rejects a set of addresses if ANY of them is not allowed, so that a name cannot hide a private address among public
 * addresses.
 *
 * @example
 * vetAddresses(makeAddressPolicy(), ["9.9.9.9"]) // => { ok: true }
 */
export const vetAddresses = (policy: AddressPolicy, addresses: ReadonlyArray<string>): VettingResult => {
  acceptVetting(policy, addresses)
  for (const address of addresses) {
    const verdict = policy.classify(address)
    if (!verdict.public) return { ok: false, address, verdict }
  }
  return { ok: true }
}
