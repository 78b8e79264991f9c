import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { DnsError } from "../DnsError.ts"
import { normalise } from "../DnsName.ts"
import type { DnsAnswer, RecordType } from "../Records.ts"
import type { Resolver } from "../Resolver.ts"

interface SharedAnswerOptions {
  /** The maximum number of cached answers. The least recently used answer is dropped first. */
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

/**
 * Narrows the type of an answer to the queried record type. This is safe because the answer to a query has records of
 * the queried type.
 */
const answerAs = <T extends RecordType>(
  answer: Effect.Effect<DnsAnswer, DnsError>,
  _type: T
): Effect.Effect<DnsAnswer<T>, DnsError> => answer as Effect.Effect<DnsAnswer<T>, DnsError>

/**
 * Shares each query among simultaneous callers and caches its result. Cancels a query only when no caller waits for it
 * any more.
 */
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

/** The options that limit how many answers are cached, and for how long. */
export interface CacheOptions {
  /** The maximum number of cached answers. Default: 10,000. */
  readonly capacity?: number
  /** The maximum time for which an answer is cached, in seconds. Default: 3,600. */
  readonly maxTtl?: number
  /** The time for which an answer without a time to live is cached, in seconds. Default: 60. */
  readonly unknownTtl?: number
}

/**
 * Caches answers for their time to live, including NXDOMAIN and NODATA. Equal simultaneous queries share one answer.
 * Does not cache errors.
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

/** The maximum number of cached answers, which is more than the number of queries of any check. */
const CAPACITY = 4096

/**
 * Makes a resolver for one check. It sends each query only once, even if the query fails, so that all parts of the
 * check get the same answer.
 */
export const memoised = (resolver: Resolver): Effect.Effect<Resolver> =>
  shareAnswers(resolver, { capacity: CAPACITY, answerTtl: () => "Infinity", errorTtl: "Infinity" })
