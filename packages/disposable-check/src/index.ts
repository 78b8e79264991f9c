export { checkDisposable, checker, isDisposable, mailClass } from "./node.ts"
export type { Checker, TableInfo } from "./Checker.ts"
export type { CheckOptions, InvalidReason, InvalidVerdict, MailClass, Tier, ValidVerdict, Verdict } from "./Verdict.ts"
