export { buildMessageReport } from "./buildMessageReport.ts"
export { checkMessage } from "./checkMessage.ts"
export type { CheckOptions } from "./CheckOptions.ts"
export type { ContentFacts } from "./content/inspectContent.ts"
export type { LinkDifference } from "./content/HtmlLinks.ts"
export { EmailMessageError, type EmailMessageErrorFields, type EmailMessageReason } from "./EmailMessageError.ts"
export type { HeaderFacts } from "./headers/inspectHeaders.ts"
export type { MessageHop } from "./headers/inspectHops.ts"
export type { UnsubscribeFacts } from "./headers/inspectUnsubscribe.ts"
export { MAX_MESSAGE_OCTETS, MAX_SIGNATURES } from "./limits.ts"
export type { Mailbox } from "./mail/Mailbox.ts"
export type { MessageForm } from "./mail/Message.ts"
export type {
  DkimSignatureReport,
  MessageAuthor,
  MessageDkimReport,
  MessageDmarcReport,
  MessageReport,
  MessageSpfReport
} from "./MessageReport.ts"
export type { DmarcStatus } from "./verdict/dmarcStatus.ts"
export { MESSAGE_RULES, type MessageFinding, type MessageFindingCode } from "./verdict/Finding.ts"
export type { MessageComponent, MessageRule } from "./verdict/Rule.ts"
export type { CheckMessageOptions, EmailMessageSettings, EnvelopeOptions } from "./CheckOptions.ts"
export type { MessageFacts } from "./MessageFacts.ts"
export type { ArcFacts } from "./arc/ArcFacts.ts"
export type { DkimFacts, DkimSignatureFacts } from "./dkim/DkimFacts.ts"
export type { SignatureReason } from "./dkim/SignatureResult.ts"
export type { SpfFacts } from "./spf/SpfFacts.ts"
