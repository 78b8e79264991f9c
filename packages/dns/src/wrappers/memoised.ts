import type * as Effect from "effect/Effect"
import type { Resolver } from "../Resolver.ts"
import { shareAnswers } from "./sharedAnswers.ts"

/** More than any check queries. */
const CAPACITY = 4096

/**
 * A resolver for one check: each query is made once, even when it fails, so that all parts of the check see the same
 * DNS.
 */
export const memoised = (resolver: Resolver): Effect.Effect<Resolver> =>
  shareAnswers(resolver, { capacity: CAPACITY, answerTtl: () => "Infinity", errorTtl: "Infinity" })
