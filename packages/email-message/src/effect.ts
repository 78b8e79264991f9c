export { EmailMessage, type EmailMessageShape, makeEmailMessage } from "./EmailMessage.ts"
export { EmailMessageError, type EmailMessageErrorFields, type EmailMessageReason } from "./EmailMessageError.ts"
export type { MessageReport } from "./MessageReport.ts"
export type { CheckMessageOptions, EmailMessageSettings } from "./CheckOptions.ts"
