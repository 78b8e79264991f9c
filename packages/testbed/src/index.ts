export { type Authority, type Credentials, type IssueOptions, type LeafOptions, makeAuthority } from "./Authority.ts"
export { type CertificateCase, certificateCases } from "./certificateCases.ts"
export type { Behaviour, Redirect, Reply, SiteRequest, Stage } from "./Behaviour.ts"
export { startUnresponsivePort, type UnresponsivePort } from "./UnresponsivePort.ts"
export type { DnsRecordInput, DnsType } from "./DnsRecord.ts"
export { type DnsQuery, type DnsServer, startDnsServer } from "./DnsServer.ts"
export type { DnsFailure, DnsZone, ZoneRecords, ZoneSettings } from "./DnsZone.ts"
export type { KeyKind } from "./Keys.ts"
export { type RdapRegistration, type RdapServer, type RdapServerOptions, startRdapServer } from "./RdapServer.ts"
export { type Site, type SiteOptions, type SiteTls, startSite } from "./Site.ts"
export { type ReceivedMail, type SmtpServer, type SmtpServerOptions, startSmtpServer } from "./SmtpServer.ts"
export type { SmtpBehaviour, SmtpMoment, SmtpStage } from "./SmtpServerBehaviour.ts"
export type { SmtpMessage, SmtpMessagePart } from "./SmtpServerMessage.ts"
export {
  startWhatsAppServer,
  type WhatsAppArrival,
  type WhatsAppBehaviour,
  type WhatsAppServer
} from "./WhatsAppServer.ts"
export { startWhoisServer, type WhoisBehaviour, type WhoisServer, type WhoisServerOptions } from "./WhoisServer.ts"
export { startStripe, type StripeCall, type StripeServer, type StripeSession } from "./StripeServer.ts"
