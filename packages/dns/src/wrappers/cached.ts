import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { Resolver } from "../Resolver.ts"
import { shareAnswers } from "./sharedAnswers.ts"

/** Options that limit how many answers are cached, and for how long. */
export interface CacheOptions {
  /** The most answers that are cached. Default: 10,000. */
  readonly capacity?: number
  /** The longest that an answer is cached, in seconds. Default: 3,600. */
  readonly maxTtl?: number
  /** Seconds for an answer without a time to live. Default: 60. */
  readonly unknownTtl?: number
}

/**
 * Caches answers, including NXDOMAIN and NODATA, for their time to live. Equal queries in progress share one answer.
 * Errors are never cached.
 */
export const cached = (
  resolver: Resolver,
  { capacity = 10_000, maxTtl = 3600, unknownTtl = 60 }: CacheOptions = {}
): Effect.Effect<Resolver> =>
  shareAnswers(resolver, {
    capacity,
    answerTtl: ({ ttl }) => Duration.seconds(Math.min(ttl ?? unknownTtl, maxTtl)),
    errorTtl: 0
  })
