export {
  type AddressPolicy,
  type AddressPolicyOptions,
  type AddressVerdict,
  isPublicAddress,
  makeAddressPolicy,
  vetAddresses,
  type VettingResult
} from "./AddressPolicy.ts"
export {
  type Cidr,
  cidrContains,
  type CidrList,
  formatCidr,
  hasHostBits,
  networkOf,
  parseCidr,
  parseCidrList
} from "./Cidr.ts"
export { countAddresses, mergeCidrs } from "./CidrSet.ts"
export type { ConnectFault } from "./ConnectFault.ts"
export {
  type AddressAnswer,
  type BlockedAddress,
  dial,
  type DialFault,
  type DialOptions,
  type DialResult,
  type ResolveAddresses
} from "./Dial.ts"
export type { DialClock } from "./Dial.ts"
export type { ConnectionAttempt, Connect } from "./Dial.ts"
export { type AgentOptions, createAgent } from "./http/createAgent.ts"
export {
  createHttpExchange,
  type HttpExchange,
  type HttpExchangeFault,
  type HttpExchangeOptions,
  type HttpExchangeRequest,
  type HttpExchangeResult
} from "./http/createHttpExchange.ts"
export { DialError } from "./http/SafeFetchError.ts"
export {
  ADDRESS_BITS,
  canonicalAddress,
  formatIpAddress,
  hexDigits,
  inSameNetwork,
  type IpAddress,
  parseIpAddress,
  reversedLabels,
  reverseDnsName,
  unmapIpv4
} from "./IpAddress.ts"
export {
  hasPublicSuffix,
  organizationalDomain,
  parsePublicUrl,
  type PublicUrl,
  registrableDomain,
  type UrlRejectionReason
} from "./PublicUrl.ts"
export { systemResolver } from "./systemResolver.ts"
