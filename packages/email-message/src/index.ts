export type { ArcFacts } from "./arc/inspectArc.ts"
export { buildMessageReport } from "./buildMessageReport.ts"
export { checkMessage, type CheckOptions } from "./checkMessage.ts"
export type { ContentFacts } from "./content/inspectContent.ts"
export type { DkimFacts, DkimSignatureFacts } from "./dkim/inspectDkim.ts"
export type { SignatureReason } from "./dkim/verifySignature.ts"
export type { CheckMessageOptions, EmailMessageSettings } from "./EmailMessage.ts"
export { EmailMessageError } from "./EmailMessageError.ts"
export type { HeaderFacts } from "./headers/inspectHeaders.ts"
export type { UnsubscribeFacts } from "./headers/inspectUnsubscribe.ts"
export type { MessageFacts } from "./inspectMessage.ts"
export { MAX_MESSAGE_OCTETS, MAX_SIGNATURES } from "./limits.ts"
export type { Mailbox } from "./message/Mailbox.ts"
export type { MessageForm } from "./message/Message.ts"
export type { EnvelopeOptions } from "./MessageInput.ts"
export type {
  DkimSignatureReport,
  MessageAuthor,
  MessageDkimReport,
  MessageDmarcReport,
  MessageReport,
  MessageSpfReport
} from "./MessageReport.ts"
export type { SpfFacts } from "./spf/inspectSpf.ts"
export type { DmarcStatus } from "./verdict/dmarcStatus.ts"
export { MESSAGE_RULES, type MessageFinding, type MessageFindingCode } from "./verdict/Finding.ts"
export type { MessageComponent, MessageRule } from "./verdict/Rule.ts"
