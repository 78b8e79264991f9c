export type { WebhookReceived, WebhookVerdict } from "./webhook/ReceivedWebhook.ts"
export { verifyWebhook } from "./webhook/verifyWithWebCrypto.ts"
export type { HeaderSource } from "./webhook/WebhookHeaders.ts"
