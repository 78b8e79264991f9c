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
export { type DnsSnapshotOptions, takeDnsSnapshot } from "./dns-watch/takeDnsSnapshot.ts"
export { expectationFault } from "./expectationFault.ts"
export {
  type DnsFinding,
  type DnsObservation,
  type DnsServerAnswer,
  type DnsSetName,
  type DnsWatchTarget,
  type DnsWatchType,
  dnsWatchTypes
} from "./dns-watch/DnsObservation.ts"
export type {
  DnsCandidate,
  DnsJudgement,
  DnsRecordChange,
  DnsWatchSettings,
  DnsWatchState,
  WatchedSet
} from "./dns-watch/DnsWatchState.ts"
export type { ObserveDnsOptions, ObserveRecordSetOptions } from "./dns-watch/DnsWatchPorts.ts"
export { unmadeCheck } from "./probe/unmadeCheck.ts"
export { withStatus } from "./withStatus.ts"
export { judgeDns } from "./dns-watch/judgeDns.ts"
export { observeDns } from "./dns-watch/observeDns.ts"
export {
  observeRecordSet,
  type RecordSetAnswer,
  type RecordSetObservation,
  type RecordSetTarget
} from "./dns-watch/observeRecordSet.ts"
export { goPattern, type GoPatternReading } from "./pattern/goPattern.ts"
export { patternFault, type TextPattern, textPattern } from "./pattern/TextPattern.ts"
export type { Hop, CheckResult, CheckResponse, CheckRequest, FailedAnswer, Method, Timings } from "./CheckResult.ts"
export { type OutcomeCode, type OutcomeFacts, outcomes, type Verdict } from "./Outcome.ts"
export { check, type CheckOptions, makeProbe, type Probe } from "./Probe.ts"
export type { ProbeOptions, ProbeSettings } from "./probe/ProbeOptions.ts"
export { classifyRedirects, type Journey, type RedirectFacts, type RedirectKind } from "./http/RedirectKind.ts"
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
export { testIcmp } from "./service/icmp/Pinger.ts"
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
export {
  makeServiceProbe,
  type ServiceProbe,
  type ServiceProbeOptions,
  type TlsRequest
} from "./service/ServiceProbe.ts"
export type {
  ServiceExpectation,
  ServiceExpectationResult,
  ServiceOptions,
  ServiceResult
} from "./service/ServiceResult.ts"
