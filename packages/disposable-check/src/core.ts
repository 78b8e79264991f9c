export { createChecker } from "./Checker.ts"
export {
  type CheckOnline,
  createOnlineCheck,
  type OnlineCheckOptions,
  type OnlineCheckParts
} from "./createOnlineCheck.ts"
export {
  DisposableCheckError,
  type DisposableCheckErrorFields,
  type DisposableCheckErrorReason
} from "./DisposableCheckError.ts"
export type { OnlineOptions, OnlineVerdict } from "./OnlineVerdict.ts"
export { verifyChecksum } from "./checksum.ts"
export { classifyByMx, type MxAnswer, type MxHost, type MxVerdict } from "./classifyByMx.ts"
export { roleOf, type RoleKind } from "./roleAccounts.ts"
export { INVALID_MESSAGES } from "./Verdict.ts"
export type { Checker, TableInfo } from "./Checker.ts"
export type { CheckOptions, InvalidReason, InvalidVerdict, MailClass, Tier, ValidVerdict, Verdict } from "./Verdict.ts"
