export {
  type CheckMessageOptions,
  EmailMessage,
  type EmailMessageSettings,
  type EmailMessageShape,
  makeEmailMessage
} from "./EmailMessage.ts"
export { EmailMessageError } from "./EmailMessageError.ts"
export type { MessageReport } from "./MessageReport.ts"
