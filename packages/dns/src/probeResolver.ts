import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { DnsErrorReason } from "./DnsError.ts"
import type { Resolver } from "./Resolver.ts"

/** What became of a question that any resolver can answer. */
export interface ResolverProbe {
  /** Whether our own resolver said anything at all, be it SERVFAIL or REFUSED. */
  readonly answers: boolean
  /** Null when it answered without fault. */
  readonly reason: DnsErrorReason | null
  readonly detail: string
}

const NO_ANSWER_REASONS: ReadonlySet<DnsErrorReason> = new Set(["Timeout", "Network"])

/** Asks for the name servers of the root, so that "our own resolver is gone" can be told from "the zone's servers fail". */
export const probeResolver = (resolver: Resolver): Effect.Effect<ResolverProbe> =>
  Effect.map(Effect.result(resolver.query(".", "NS")), (told): ResolverProbe =>
    Result.isSuccess(told)
      ? { answers: true, reason: null, detail: "" }
      : { answers: !NO_ANSWER_REASONS.has(told.failure.reason), reason: told.failure.reason, detail: told.failure.detail }
  )
