export {
  type DnsClient,
  makeNodeClient,
  makeUdpClient,
  makeZoneClient,
  type UdpClient,
  type ZoneClient
} from "./DnsClient.ts"
export { DnsError, type DnsErrorFields, type DnsErrorReason } from "./DnsError.ts"
export type {
  AddressData,
  CaaData,
  DnsAnswer,
  DsData,
  KnownType,
  MxData,
  RawData,
  RawType,
  RecordData,
  RecordType,
  SoaData,
  SrvData,
  TargetData,
  TlsaData,
  Transport,
  TxtData
} from "./Records.ts"
export {
  makeServerClient,
  type Referral,
  type ServerAnswer,
  type ServerClient,
  type ServerClientOptions,
  type ServerReply
} from "./ServerClient.ts"
export type { NodeResolverOptions, UdpResolverOptions } from "./ResolverOptions.ts"
export type { ResolverProbe } from "./ResolverProbe.ts"
export { parseServerList, type ServerList } from "./ServerList.ts"
export type { Zone, ZoneFault, ZoneQuery, ZoneRecordInput, ZoneRecords } from "./Zone.ts"
