export type { DnsClient } from "./DnsClient.ts"
export {
  type EncryptedClient,
  makeHttpsClient,
  makeNodeClient,
  makeTlsClient,
  makeUdpClient,
  makeZoneClient,
  type UdpClient,
  type ZoneClient
} from "./dnsClients.ts"
export { decodeDnsMessage, type DnsMessage, type DnsQueryFields, type DnsRecord, encodeDnsQuery } from "./DnsMessage.ts"
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
  ServiceData,
  ServiceParameters,
  SoaData,
  SrvData,
  TargetData,
  TlsaData,
  Transport,
  TxtData
} from "./Records.ts"
export { makeServerClient, type ServerClient } from "./ServerClient.ts"
export type { Referral } from "./Referral.ts"
export type { ServerAnswer, ServerReply } from "./udp/askServer.ts"
export type {
  ServerClientOptions,
  EncryptedOptions,
  HttpsResolverOptions,
  NodeResolverOptions,
  TlsResolverOptions,
  UdpResolverOptions
} from "./ResolverOptions.ts"
export type { ResolverProbe } from "./ResolverProbe.ts"
export { parseServerList, type ServerList } from "./ServerList.ts"
export { toAsciiName } from "./toAsciiName.ts"
export type { Zone, ZoneFault, ZoneQuery, ZoneRecordInput, ZoneRecords } from "./Zone.ts"
