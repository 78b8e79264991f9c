import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { DnsError } from "../DnsError.ts"
import type { Resolver } from "../Resolver.ts"

/**
 * Makes a resolver with a time limit that starts now. Queries that have no answer when the limit is reached fail with
 * the reason "Timeout".
 */
export const withDeadline = (resolver: Resolver, time: Duration.Input): Effect.Effect<Resolver> =>
  Effect.map(Clock.currentTimeMillis, (begin): Resolver => {
    const end = begin + Duration.toMillis(Duration.fromInputUnsafe(time))
    return {
      query: (name, type) => {
        const late = Effect.suspend(() =>
          Effect.fail(
            new DnsError({
              queryName: name,
              type,
              server: null,
              reason: "Timeout",
              detail: "The deadline has passed."
            })
          )
        )
        return Effect.flatMap(Clock.currentTimeMillis, (now) =>
          now >= end
            ? late
            : Effect.timeoutOrElse(resolver.query(name, type), { duration: end - now, orElse: () => late })
        )
      }
    }
  })
