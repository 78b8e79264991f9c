import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { Resolver } from "../Resolver.ts"
import { shareAnswers } from "./sharedAnswers.ts"

/** How long answers are kept. */
export interface CacheOptions {
  /** Answers kept at most. */
  readonly capacity?: number
  /** Seconds that an answer is kept at most, whatever it says. */
  readonly maxTtl?: number
  /** Seconds for an answer that does not say. */
  readonly unknownTtl?: number
}

/** A resolver that keeps answers, NXDOMAIN and NODATA included, for their time to live; equal questions at the same time are asked once; failures are never kept. */
export const cached = (
  resolver: Resolver,
  { capacity = 10_000, maxTtl = 3600, unknownTtl = 60 }: CacheOptions = {}
): Effect.Effect<Resolver> =>
  shareAnswers(resolver, {
    capacity,
    answerTtl: ({ ttl }) => Duration.seconds(Math.min(ttl ?? unknownTtl, maxTtl)),
    errorTtl: 0
  })
