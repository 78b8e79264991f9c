import type { DnsAnswer, DnsReason, RecordType } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { escapeName } from "./DnsText.ts"

/** An answer, or why there is none. */
export type Told<T extends RecordType> =
  | { readonly answer: DnsAnswer<T>; readonly failure: null }
  | { readonly answer: null; readonly failure: DnsReason }

/** A question that the DNS was not able to answer. */
export interface Unanswered {
  readonly name: string
  readonly reason: DnsReason
}

/** Asks and never fails. */
export const ask = <T extends RecordType>(resolver: Resolver, name: string, type: T): Effect.Effect<Told<T>> =>
  Effect.map(Effect.result(resolver.query(escapeName(name), type)), (told): Told<T> =>
    Result.isSuccess(told) ? { answer: told.success, failure: null } : { answer: null, failure: told.failure.reason }
  )
