export { agentOrders, AGENT_ORDER_MARK } from "./agentOrders.ts"
export { type Authority, type Credentials, type IssueOptions, type LeafOptions, makeAuthority } from "./Authority.ts"
export { type CertificateCase, certificateCases } from "./certificateCases.ts"
export type { Behaviour, Redirect, Reply, SiteRequest, Stage } from "./Behaviour.ts"
export { startUnresponsivePort, type UnresponsivePort } from "./UnresponsivePort.ts"
export type { DnsRecordInput, DnsType } from "./DnsRecord.ts"
export { type DnsQuery, type DnsServer, startDnsServer } from "./DnsServer.ts"
export type { DnsFailure, DnsZone, ZoneRecords, ZoneSettings } from "./DnsZone.ts"
export type { KeyKind } from "./Keys.ts"
export { type RdapRegistration, type RdapServer, type RdapServerOptions, startRdapServer } from "./RdapServer.ts"
export {
  type S3Behaviour,
  type S3Object,
  type S3Request,
  type S3Server,
  type S3ServerOptions,
  startS3Server
} from "./S3Server.ts"
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
export { startApprise } from "./vendors/AppriseServer.ts"
export { startDiscord } from "./vendors/DiscordServer.ts"
export { startGoogleChat } from "./vendors/GoogleChatServer.ts"
export { startGotify } from "./vendors/GotifyServer.ts"
export { startMatrix } from "./vendors/MatrixServer.ts"
export { startMattermost } from "./vendors/MattermostServer.ts"
export {
  type MonitorAccount,
  startBetterStack,
  startHealthchecks,
  startUpdown,
  startUptimeRobot
} from "./vendors/MonitorApis.ts"
export { startNtfy } from "./vendors/NtfyServer.ts"
export { startPagerDuty } from "./vendors/PagerDutyServer.ts"
export { type PushoverServer, startPushover } from "./vendors/PushoverServer.ts"
export { startSlackApi, startSlackWebhook } from "./vendors/SlackServer.ts"
export { startTeams } from "./vendors/TeamsServer.ts"
export { startTelegram } from "./vendors/TelegramServer.ts"
export { startTemplateReceiver } from "./vendors/TemplateReceiver.ts"
export { startTwilio } from "./vendors/TwilioServer.ts"
export type { VendorArrival, VendorBehaviour, VendorRequest, VendorServer } from "./vendors/VendorServer.ts"
