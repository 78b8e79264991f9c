export { type DnsClient, makeNodeClient, makeUdpClient, toPromiseClient, type UdpClient } from "./DnsClient.ts"
export { DnsError, type DnsErrorReason } from "./DnsError.ts"
export type { NodeResolverOptions } from "./NodeResolver.ts"
export type { ResolverProbe } from "./probeResolver.ts"
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
export { parseServerList, type ServerList } from "./ServerList.ts"
export type { UdpResolverOptions } from "./udp/UdpResolver.ts"
export type { Zone, ZoneFault, ZoneRecordInput, ZoneRecords } from "./Zone.ts"
export { makeZoneResolver, type ZoneQuery, type ZoneResolver } from "./ZoneResolver.ts"
