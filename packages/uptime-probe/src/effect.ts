export type { Expectation, ExpectationResult, Json } from "./expect/Expectation.ts"
export {
  type ContentFault,
  type ContentFaultCode,
  type ContentFaultFacts,
  contentFaults
} from "./content/ContentFault.ts"
export type { ContentFormat, ContentMemory } from "./content/ContentMemory.ts"
export { type ContentAnswer, isContentMemory, judgeContent } from "./content/judgeContent.ts"
export type { CertificateFacts, CertificateProblem, ChainLink } from "./tls/CertificateFacts.ts"
export {
  compareDnsSnapshots,
  type DnsChange,
  type DnsComparison,
  type DnsSnapshot,
  type RecordSet,
  type WatchedType,
  watchedTypes
} from "./dns-watch/DnsSnapshot.ts"
export { snapshotDns } from "./dns-watch/snapshotDns.ts"
export { DomainExpiry, type DomainExpiryLayerOptions } from "./expiry/DomainExpiryService.ts"
export type { DomainExpirySettings } from "./expiry/DomainExpiry.ts"
export type {
  RegistrationResult,
  DomainOutcome,
  DomainRequest,
  Registration,
  RegistrySource,
  ServerAttempt
} from "./expiry/RegistrationResult.ts"
export type { DomainCondition } from "./expiry/DomainStatus.ts"
export type { BootstrapCache, BootstrapCopy } from "./expiry/RdapBootstrap.ts"
export type { Hop, CheckResult, CheckResponse, CheckRequest, FailedAnswer, Method, Timings } from "./CheckResult.ts"
export { type OutcomeCode, type OutcomeFacts, outcomes, type Verdict } from "./Outcome.ts"
export type { ProbeSettings } from "./probe/ProbeOptions.ts"
export type { RedirectFacts, RedirectKind } from "./http/RedirectKind.ts"
export { UptimeProbe, type UptimeProbeOptions } from "./UptimeProbe.ts"
export type { DnsExpectation } from "./service/DnsExpectation.ts"
export {
  type ServiceAddress,
  serviceAddress,
  serviceAddresses,
  type ServiceCheckResult,
  serviceFault,
  type ServiceRequest
} from "./service/ServiceRequest.ts"
export type { DnsReply, DnsRequest, DnsResult } from "./service/probeDns.ts"
export type { TcpRequest, TcpResult, TcpStep } from "./service/probeTcp.ts"
export type { WebSocketRequest, WebSocketResult } from "./service/probeWebSocket.ts"
export type { AmqpFound, AmqpRequest } from "./service/amqp/talkAmqp.ts"
export type { FtpFound, FtpRequest } from "./service/ftp/talkFtp.ts"
export type { LdapFound, LdapRequest } from "./service/ldap/talkLdap.ts"
export type { ImapRequest, MailFound, Pop3Request, SmtpRequest } from "./service/mail/talkMail.ts"
export type { MongodbFound, MongodbRequest } from "./service/mongodb/talkMongodb.ts"
export type { MqttFound, MqttRequest } from "./service/mqtt/talkMqtt.ts"
export type { MysqlFound, MysqlRequest } from "./service/mysql/talkMysql.ts"
export type { PostgresFound, PostgresRequest } from "./service/postgres/talkPostgres.ts"
export type { RedisFound, RedisRequest } from "./service/redis/talkRedis.ts"
export type { SqlServerFound, SqlServerRequest } from "./service/sqlServer/talkSqlServer.ts"
export type { SshFound, SshRequest } from "./service/ssh/talkSsh.ts"
export type { NtpFound, NtpRequest } from "./service/ntp/talkNtp.ts"
export type { QuicFound, QuicRequest } from "./service/quic/talkQuic.ts"
export type { RadiusFound, RadiusRequest } from "./service/radius/talkRadius.ts"
export type { SipFound, SipRequest } from "./service/sip/talkSip.ts"
export type { SnmpFound, SnmpRequest } from "./service/snmp/talkSnmp.ts"
export type { StunFound, StunRequest } from "./service/stun/talkStun.ts"
export type { UdpFound, UdpRequest } from "./service/udp/talkUdp.ts"
export type { GrpcFound, GrpcRequest } from "./service/grpc/talkGrpc.ts"
export type { IcmpFound, IcmpRequest, IcmpResult } from "./service/icmp/probeIcmp.ts"
export type { StepsCheck } from "./service/sequence/checkSteps.ts"
export type { HttpStep, StepResult, StepsRequest, StepsResult, Take } from "./steps/StepsRequest.ts"
export type {
  MailConnection,
  MailRoundTripCheck,
  MailRoundTripRequest,
  MailRoundTripResult,
  MailServer
} from "./service/mailRoundTrip/MailRoundTrip.ts"
export type { MailAuthentication, MailHop } from "./service/mailRoundTrip/messageHeader.ts"
export type { ProtocolResult } from "./service/protocol/probeProtocol.ts"
export type { Login, ProtocolOptions, SecureOptions, TlsUse } from "./service/protocol/Protocol.ts"
export type { ProtocolFound, ProtocolRequest, ProtocolType } from "./service/protocol/protocols.ts"
export type { ValueRule } from "./service/protocol/ValueRule.ts"
export type { TlsRequest } from "./service/ServiceProbe.ts"
export {
  type ServiceChecks,
  ServiceProbe,
  type ServiceProbeLayerOptions,
  type ServiceProbeSettings
} from "./service/ServiceProbeService.ts"
export type {
  ServiceExpectation,
  ServiceExpectationResult,
  ServiceOptions,
  ServiceResult
} from "./service/ServiceResult.ts"
