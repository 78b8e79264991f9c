import { HostProofs } from "@mon/checks"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"

/** Lookups at the same time. */
const LOOKUPS = 64

/** Asks once for each name, and returns the answers by name. */
export const answersFor = <A, E, R>(names: Iterable<string>, ask: (name: string) => Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.forEach(
      new Set(names),
      (name) =>
        // Answers that are there already would all be read in one turn of the event loop.
        Effect.yieldNow.pipe(
          Effect.andThen(ask(name)),
          Effect.map((answer) => [name, answer] as const)
        ),
      { concurrency: LOOKUPS }
    ),
    (entries): ReadonlyMap<string, A> => new Map(entries)
  )

/** The answer that is there already, or a new one. */
export const answered = <A, E, R>(
  answers: ReadonlyMap<string, A>,
  name: string,
  ask: (name: string) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const answer = answers.get(name)
  return answer === undefined ? ask(name) : Effect.succeed(answer)
}

/** Runs work in which the proofs of host names are looked up already, so that no transaction waits for them. */
export const withAnsweredProofs = Effect.fnUntraced(function* <A, E, R>(
  { principal }: Caller,
  hostnames: Iterable<string>,
  work: Effect.Effect<A, E, R>
) {
  const proofs = yield* HostProofs
  const found = yield* answersFor(hostnames, (name) => proofs.find(principal.accountId, name))
  return yield* Effect.provideService(
    work,
    HostProofs,
    HostProofs.of({ ...proofs, find: (id, name) => answered(found, name, (other) => proofs.find(id, other)) })
  )
})
