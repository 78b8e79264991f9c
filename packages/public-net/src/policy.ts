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
