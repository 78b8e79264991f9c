export { ChannelDestinations, isOperatorsOwn, readChannelDestinations } from "./channels/ChannelDestinations.ts"
export type { ChannelDestinationSettings } from "./channels/ChannelDestinations.ts"
export { changeChannel } from "./channels/changeChannel.ts"
export { CHANNEL_LABEL, openChannelSettings, sealChannelSettings } from "./channels/ChannelSettings.ts"
export type { OpenChannel } from "./channels/ChannelSettings.ts"
export { testChannel } from "./channels/testChannel.ts"
export { deliveredFact } from "./deliveries/deliveredFact.ts"
export {
  ACKNOWLEDGE_PATH,
  acknowledgeLinkOf,
  makeAcknowledgeToken,
  readAcknowledgeToken
} from "./deliveries/AcknowledgeToken.ts"
export { deliver } from "./deliveries/deliver.ts"
export { DeliveryIdentity, readDeliveryIdentity } from "./deliveries/DeliveryIdentity.ts"
export type { DeliveryIdentitySettings } from "./deliveries/DeliveryIdentity.ts"
export { deliveryMetrics } from "./deliveries/DeliveryMetrics.ts"
export { deliveryQueues, digestQueue } from "./deliveries/DeliveryQueues.ts"
export type { DeliveryJob } from "./deliveries/DeliveryQueues.ts"
export { dispatchNext, gatherDigests, recoverDeliveries } from "./deliveries/dispatchNext.ts"
export { permalinkOf } from "./deliveries/permalinkOf.ts"
export { followReceipts } from "./deliveries/followReceipts.ts"
export { showAcknowledgement } from "./deliveries/showAcknowledgement.ts"
export { recordWebhookResult } from "./deliveries/sendWebhook.ts"
export { webhookBody } from "./deliveries/webhookBody.ts"
export { testWebhook } from "./deliveries/testWebhook.ts"
export { openWebhookSecret, sealWebhookSecret, WEBHOOK_LABEL } from "./deliveries/WebhookSecret.ts"
export { inTransaction } from "./inTransaction.ts"
export { layerMailer, layerOutboxMailer } from "./mail/layerMailer.ts"
export type { MailSettings } from "./mail/layerMailer.ts"
export { readMailSettings } from "./mail/MailSettings.ts"
export { openOutboxMail, sealForOutbox, sealOutbox } from "./mail/outboxContent.ts"
export type { OutboxContent } from "./mail/outboxContent.ts"
export { MAIL_LABEL, mailQueue, OutgoingMail } from "./mail/OutgoingMail.ts"
export { sendQueuedMail } from "./mail/sendQueuedMail.ts"
export { makeUnsubscribeToken, readUnsubscribeToken, UNSUBSCRIBE_LABEL } from "./mail/UnsubscribeToken.ts"
export type { UnsubscribeClaims, UnsubscribeKind } from "./mail/UnsubscribeToken.ts"
export { simulateRoute } from "./routing/simulateRoute.ts"
export type { SimulatedAlert } from "./routing/simulateRoute.ts"
export { reportWeek } from "./reports/reportWeek.ts"
export { writeWeeklyReports } from "./reports/writeWeeklyReports.ts"
export {
  confirmWhatsAppNumber,
  requestWhatsAppCode,
  sendWhatsAppCode,
  whatsAppCodeQueue
} from "./whatsapp/WhatsAppNumber.ts"
export type { CodeRequest } from "./whatsapp/WhatsAppNumber.ts"
export { layerWhatsApp, readWhatsAppSettings } from "./whatsapp/WhatsAppSettings.ts"
