import * as Cache from "effect/Cache"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { DnsError } from "../DnsError.ts"
import { normalise } from "../DnsName.ts"
import type { DnsAnswer, RecordType } from "../Records.ts"
import type { Resolver } from "../Resolver.ts"

/** Options that decide how many answers are cached, and for how long. */
export interface SharedAnswerOptions {
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
export const shareAnswers = (
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
