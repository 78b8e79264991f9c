export { evaluateDmarc } from "./dmarc/evaluateDmarc.ts"
export { EmailHealth, type EmailHealthShape, makeEmailHealth } from "./EmailHealth.ts"
export { EmailHealthError } from "./EmailHealthError.ts"
export type { EmailHealthReport } from "./EmailHealthReport.ts"
export { analyseSpf } from "./spf/analyseSpf.ts"
export { evaluateSpf } from "./spf/evaluateSpf.ts"
export { EmailMessage, type EmailMessageShape, makeEmailMessage } from "./message/EmailMessage.ts"
export {
  EmailMessageError,
  type EmailMessageErrorFields,
  type EmailMessageReason
} from "./message/EmailMessageError.ts"
export type { MessageReport } from "./message/MessageReport.ts"
export type { CheckMessageOptions, EmailMessageSettings } from "./message/CheckOptions.ts"
export type { CheckOptions, EmailHealthSettings } from "./CheckOptions.ts"
export type { SpfAnalysis, SpfPermerrorCause, VoidTerm } from "./spf/SpfAnalysis.ts"
export type { SpfOutcome, SpfRequest } from "./spf/SpfOutcome.ts"
export type { DmarcOutcome, DmarcRequest } from "./dmarc/DmarcOutcome.ts"
