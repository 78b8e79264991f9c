export { checkDisposable, checker, isDisposable, mailClass } from "./embedded.ts"
export type { Checker, TableInfo } from "./Checker.ts"
export type { CheckOptions, InvalidReason, InvalidVerdict, MailClass, Tier, ValidVerdict, Verdict } from "./Verdict.ts"
