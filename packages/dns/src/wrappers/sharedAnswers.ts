import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { DnsError } from "../DnsError.ts"
import { normalise } from "../DnsName.ts"
import type { DnsAnswer, RecordType } from "../Records.ts"
import type { Resolver } from "../Resolver.ts"

/** Options that decide how many answers are cached, and for how long. */
interface SharedAnswerOptions {
  /** The most answers that are cached; the least recently used one is dropped first. */
  readonly capacity: number
  readonly answerTtl: (answer: DnsAnswer) => Duration.Input
  readonly errorTtl: Duration.Input
}

interface Key {
  readonly name: string
  readonly type: RecordType
}

const keyText = ({ name, type }: Key): string => `${type} ${name}`

const keyOf = (text: string): Key => {
  const cut = text.indexOf(" ")
  return { type: text.slice(0, cut) as RecordType, name: text.slice(cut + 1) }
}

/** The answer to a query for a type has records of that type. */
const answerAs = <T extends RecordType>(
  answer: Effect.Effect<DnsAnswer, DnsError>,
  _type: T
): Effect.Effect<DnsAnswer<T>, DnsError> => answer as Effect.Effect<DnsAnswer<T>, DnsError>

/** Makes each query once at a time and caches its result. A query is cancelled only when no caller waits for it. */
const shareAnswers = (
  resolver: Resolver,
  { capacity, answerTtl, errorTtl }: SharedAnswerOptions
): Effect.Effect<Resolver> =>
  Effect.map(
    Cache.makeWith(
      (text: string): Effect.Effect<DnsAnswer, DnsError> => {
        const { name, type } = keyOf(text)
        return resolver.query(name, type)
      },
      { capacity, timeToLive: (exit) => (Exit.isSuccess(exit) ? answerTtl(exit.value) : errorTtl) }
    ),
    (cache): Resolver => ({
      query: (text, type) => {
        const name = normalise(text)
        return name === null ? resolver.query(text, type) : answerAs(Cache.get(cache, keyText({ name, type })), type)
      }
    })
  )

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

/** More than any check queries. */
const CAPACITY = 4096

/**
 * A resolver for one check: each query is made once, even when it fails, so that all parts of the check see the same
 * DNS.
 */
export const memoised = (resolver: Resolver): Effect.Effect<Resolver> =>
  shareAnswers(resolver, { capacity: CAPACITY, answerTtl: () => "Infinity", errorTtl: "Infinity" })
