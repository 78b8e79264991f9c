export { DisposableCheck, type DisposableCheckShape } from "./effect/DisposableCheck.ts"
export {
  DisposableCheckError,
  type DisposableCheckErrorFields,
  type DisposableCheckErrorReason
} from "./DisposableCheckError.ts"
export { MxResolver, OnlineCheck } from "./effect/OnlineCheck.ts"
export type { OnlineOptions, OnlineVerdict } from "./OnlineVerdict.ts"
export type { MxAnswer, MxHost, MxVerdict } from "./classifyByMx.ts"
export type { CheckOptions, InvalidReason, InvalidVerdict, MailClass, Tier, ValidVerdict, Verdict } from "./Verdict.ts"
