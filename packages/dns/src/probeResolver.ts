import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { DnsErrorReason } from "./DnsError.ts"
import type { Resolver } from "./Resolver.ts"
import type { ResolverProbe } from "./ResolverProbe.ts"

const NO_ANSWER_REASONS: ReadonlySet<DnsErrorReason> = new Set(["Timeout", "Network"])

/** Queries the name servers of the root zone, to distinguish an unreachable resolver from a failing zone. */
export const probeResolver = (resolver: Resolver): Effect.Effect<ResolverProbe> =>
  Effect.map(Effect.result(resolver.query(".", "NS")), (result): ResolverProbe =>
    Result.isSuccess(result)
      ? { answers: true, reason: null, detail: "" }
      : {
          answers: !NO_ANSWER_REASONS.has(result.failure.reason),
          reason: result.failure.reason,
          detail: result.failure.detail
        }
  )
