import type { DnsAnswer, DnsErrorReason, RecordType } from "@mon/dns"
import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { escapeName } from "./DnsText.ts"

export type DnsLookup<T extends RecordType> =
  | { readonly answer: DnsAnswer<T>; readonly failure: null }
  | { readonly answer: null; readonly failure: DnsErrorReason }

export const lookUp = <T extends RecordType>(resolver: Resolver, name: string, type: T): Effect.Effect<DnsLookup<T>> =>
  Effect.map(Effect.result(resolver.query(escapeName(name), type)), (result): DnsLookup<T> =>
    Result.isSuccess(result)
      ? { answer: result.success, failure: null }
      : { answer: null, failure: result.failure.reason }
  )
