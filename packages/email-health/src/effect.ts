export { type DmarcOutcome, type DmarcRequest, evaluateDmarc } from "./dmarc/evaluateDmarc.ts"
export {
  type CheckOptions,
  EmailHealth,
  type EmailHealthSettings,
  type EmailHealthShape,
  makeEmailHealth
} from "./EmailHealth.ts"
export { EmailHealthError } from "./EmailHealthError.ts"
export type { EmailHealthReport } from "./EmailHealthReport.ts"
export { analyseSpf, type SpfAnalysis, type SpfPermerrorCause, type VoidTerm } from "./spf/analyseSpf.ts"
export { evaluateSpf, type SpfOutcome, type SpfRequest } from "./spf/evaluateSpf.ts"
