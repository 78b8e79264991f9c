export {
  type Email,
  type EmailAttachment,
  type EmailInput,
  emailLimits,
  type EmailValidity,
  validateEmail
} from "./mail/Email.ts"
export { type Mailbox, parseAddress, parseMailbox } from "./mail/Email.ts"
export { MailError, type MailReason } from "./mail/MailError.ts"
export { messageIdOf } from "./mail/Email.ts"
export { type EmailReceipt, makeSmtpMailer, type SmtpMailer, type SmtpOptions } from "./mail/SmtpMailer.ts"
export { parseSmtpUrl, type SmtpEndpoint, type SmtpTls, type SmtpUrl } from "./mail/SmtpUrl.ts"
export { type HeaderSource, type WebhookHeaderNames, webhookHeaderNames } from "./webhook/WebhookHeaders.ts"
export { makeWebhookSecret } from "./webhook/WebhookSecret.ts"
export { signBody, signStandard, signWebhook, type WebhookSigning } from "./webhook/WebhookSignature.ts"
export type { WebhookReceived, WebhookVerdict } from "./webhook/ReceivedWebhook.ts"
export { verifyBodySignature, verifyWebhook } from "./webhook/WebhookVerification.ts"
export { parseRetryAfter } from "./schedule/RetryAfter.ts"
export {
  CHANNEL_REFUSED_AFTER_SECONDS,
  type FailedAttempt,
  nextAttemptMs,
  type RetrySchedule,
  retrySchedules,
  WEBHOOK_DISABLED_AFTER_SECONDS
} from "./schedule/RetrySchedule.ts"
export type { WebhookAttempt, WebhookRequest, WebhookResult } from "./webhook/deliverWebhook.ts"
export {
  makeWebhookClient,
  type WebhookClient,
  type WebhookClientOptions,
  type WebhookSettings
} from "./webhook/WebhookClient.ts"
export { isOwnFault, type WebhookFault, type WebhookFaultCode } from "./webhook/WebhookFault.ts"
export { parsePhoneNumber } from "./whatsapp/PhoneNumber.ts"
export {
  makeWhatsAppClient,
  type WhatsAppClient,
  type WhatsAppMessage,
  type WhatsAppOptions,
  type WhatsAppOutcome,
  type WhatsAppResult,
  type WhatsAppSettings
} from "./whatsapp/WhatsAppClient.ts"
export type { WhatsAppFault, WhatsAppReason } from "./whatsapp/WhatsAppFault.ts"
export { WHATSAPP_PAIR_SECONDS, whatsAppSlotMs } from "./whatsapp/WhatsAppRateLimit.ts"
export {
  toParameter,
  toTemplateRequest,
  type WhatsAppKind,
  type WhatsAppTemplates,
  whatsAppTemplates,
  type WhatsAppText
} from "./whatsapp/WhatsAppTemplate.ts"
export { answerOfFault } from "./channels/sending/nextStep.ts"
export {
  type ChannelClient,
  type ChannelClientOptions,
  type ChannelClientSettings,
  type ChannelExchange,
  makeChannelClient
} from "./channels/sending/ChannelClient.ts"
export { ChannelError, type ChannelErrorFields } from "./channels/sending/ChannelError.ts"
export { correctedSending, type Sending } from "./channels/sending/nextStep.ts"
export { makeMessageClient, type MessageClient, type MessageClientOptions } from "./channels/sending/MessageClient.ts"
export type { MessageReceipt } from "./channels/sending/nextStep.ts"
export type { GivenSettings, MessageOptions, OwnMessage, SendOptions } from "./channels/sending/prepareMessage.ts"
export { severityOf, usualSeverity } from "./channels/bearingOf.ts"
export { factMessage, type FactMessageOptions, type ShownAcknowledgement } from "./channels/factMessage.ts"
export type { Audience, Workspace, WorkspaceLogo } from "./message/Audience.ts"
export {
  composeEmail,
  composeNotice,
  type EmailExtras,
  type EmailIdentity,
  type Recipient,
  type Screenshot
} from "./message/composeEmail.ts"
export { messageKey, precedingKey } from "./message/messageKey.ts"
export type { Notice, Row, Section, Tone } from "./message/Notice.ts"
export {
  type Digest,
  type DigestCause,
  readFact,
  type RenderableFact,
  type Summary,
  type UnreadableFact
} from "./message/RenderableFact.ts"
export type { MessageLanguage } from "./message/words/Voice.ts"
export { renderFact, type RenderOptions, summarize } from "./message/renderFact.ts"
export { dayText, durationText, timeText } from "./message/TimeText.ts"
export { type TestFact, type WebhookContext, webhookPayload, type WebhookPayload } from "./message/WebhookPayload.ts"
export { whatsAppText, type WhatsAppTextOptions } from "./message/whatsAppText.ts"
export { type AlertRoute, type RoutedFact, type RoutedKind, routedKinds, routeOf } from "./routes/AlertRoute.ts"
export type { RouteStep, RouteTimes } from "./routes/RouteTimes.ts"
export type { QuietHours } from "./routes/QuietHours.ts"
export { quietUntil } from "./routes/quietUntil.ts"
export {
  type Alarm,
  dueMoments,
  escalatedOpeningMs,
  type MomentRange,
  nextMomentMs,
  type RouteMoment,
  routeMoments
} from "./routes/routeMoments.ts"
