export { DnsError, type DnsErrorFields, type DnsErrorReason } from "./DnsError.ts"
export { DnsResolver } from "./Resolver.ts"
export { makeHttpsResolver, makeTlsResolver } from "./encrypted/EncryptedResolver.ts"
export { layerHttps, layerNode, layerReplay, layerTls, layerUdp, layerZone } from "./layers.ts"
export { makeNodeResolver } from "./NodeResolver.ts"
export { probeResolver } from "./probeResolver.ts"
export { toPromiseClient } from "./promiseClient.ts"
export type { DnsAnswer, KnownType, RawType, RecordData, RecordType } from "./Records.ts"
export {
  makeRecordingResolver,
  makeReplayResolver,
  type RecordedQuery,
  type RecordingResolver,
  type Recording
} from "./Recording.ts"
export { lookUpAddresses, makeAddressResolver } from "./addressLookup.ts"
export type { Resolver } from "./Resolver.ts"
export type {
  EncryptedOptions,
  HttpsResolverOptions,
  NodeResolverOptions,
  TlsResolverOptions,
  UdpResolverOptions
} from "./ResolverOptions.ts"
export type { ResolverProbe } from "./ResolverProbe.ts"
export { toAsciiName } from "./toAsciiName.ts"
export { makeUdpResolver } from "./udp/UdpResolver.ts"
export { withQueryBudget, type QueryBudgetResolver } from "./wrappers/withQueryBudget.ts"
export { cached, type CacheOptions } from "./wrappers/sharedAnswers.ts"
export { memoised } from "./wrappers/sharedAnswers.ts"
export { withPublicNames } from "./wrappers/withPublicNames.ts"
export { withDeadline } from "./wrappers/withDeadline.ts"
export type { ZoneQuery } from "./Zone.ts"
export { makeZoneResolver, type ZoneResolver } from "./ZoneResolver.ts"
