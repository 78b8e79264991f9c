import * as Effect from "effect/Effect"
import { DnsError, type DnsErrorReason } from "./DnsError.ts"
import { normalise } from "./DnsName.ts"
import type { DnsAnswer, RecordType } from "./Records.ts"
import type { Resolver } from "./Resolver.ts"

/** One query with its answer or error, as plain JSON. */
export type RecordedQuery =
  | { readonly name: string; readonly type: RecordType; readonly answer: DnsAnswer }
  | {
      readonly name: string
      readonly type: RecordType
      readonly error: { readonly reason: DnsErrorReason; readonly server: string | null; readonly detail: string }
    }

/** The recorded queries, in the order in which they were answered. */
export type Recording = ReadonlyArray<RecordedQuery>

/** A resolver that records its queries. */
export interface RecordingResolver extends Resolver {
  readonly recording: Recording
}

/**
 * Narrows the type of an answer to the queried record type. This is safe because a recording stores each answer under
 * its type.
 */
const answerAs = <T extends RecordType>(answer: DnsAnswer, _type: T): DnsAnswer<T> => answer as DnsAnswer<T>

const keyOf = (text: string, type: RecordType): string => `${type} ${normalise(text) ?? text}`

/** Returns a resolver that records each query with its result. It does not record interrupted queries. */
export const makeRecordingResolver = (resolver: Resolver): RecordingResolver => {
  const recording: Array<RecordedQuery> = []
  return {
    recording,
    query: (text, type) => {
      const name = normalise(text) ?? text
      return resolver.query(text, type).pipe(
        Effect.tap((answer) => Effect.sync(() => recording.push({ name, type, answer }))),
        Effect.tapError(({ reason, server, detail }) =>
          Effect.sync(() => recording.push({ name, type, error: { reason, server, detail } }))
        )
      )
    }
  }
}

/**
 * Returns a resolver that replays a recording. The n-th query for a name and type gets the n-th recorded answer. Each
 * further query gets the last recorded answer. A query that was not recorded fails with the reason "Network".
 */
export const makeReplayResolver = (recording: Recording): Resolver => {
  const lists = Map.groupBy(recording, ({ name, type }) => keyOf(name, type))
  const counts = new Map<string, number>()
  return {
    query: (name, type) =>
      Effect.suspend(() => {
        const key = keyOf(name, type)
        const list = lists.get(key) ?? []
        const count = counts.get(key) ?? 0
        counts.set(key, count + 1)
        const recorded = list[Math.min(count, list.length - 1)]
        if (recorded === undefined)
          return Effect.fail(
            new DnsError({
              queryName: name,
              type,
              server: null,
              reason: "Network",
              detail: "This query is not in the recording."
            })
          )
        return "answer" in recorded
          ? Effect.succeed(answerAs(recorded.answer, type))
          : Effect.fail(new DnsError({ queryName: name, type, ...recorded.error }))
      })
  }
}
