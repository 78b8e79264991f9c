export {
  type AddressPolicy,
  type AddressVerdict,
  makeAddressPolicy,
  vetAddresses,
  type Vetting
} from "./AddressPolicy.ts"
export { type CidrList, parseCidrList } from "./Cidr.ts"
export type { ConnectFault } from "./ConnectFault.ts"
export {
  type AddressAnswer,
  dial,
  type DialFailure,
  type DialOptions,
  type DialResult,
  type ResolveAddresses
} from "./Dial.ts"
export type { DialClock } from "./DialClock.ts"
export type { Attempt, Connect } from "./HappyEyeballs.ts"
export { canonicalAddress } from "./IpAddress.ts"
export { parsePublicUrl, type PublicUrl, registrableDomain, type UrlRefusal } from "./PublicUrl.ts"
