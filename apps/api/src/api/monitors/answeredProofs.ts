import { findMailHost, HostProofs } from "@mon/checks"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import type { HostsToProve } from "./ownHosts.ts"

const LOOKUPS = 64

export const answersFor = <A, E, R>(names: Iterable<string>, ask: (name: string) => Effect.Effect<A, E, R>) =>
  Effect.map(
    Effect.forEach(
      new Set(names),
      (name) =>
        // Without this yield, all lookups with known results would run in one turn of the event loop.
        Effect.yieldNow.pipe(
          Effect.andThen(ask(name)),
          Effect.map((answer) => [name, answer] as const)
        ),
      { concurrency: LOOKUPS }
    ),
    (entries): ReadonlyMap<string, A> => new Map(entries)
  )

export const answered = <A, E, R>(
  answers: ReadonlyMap<string, A>,
  name: string,
  ask: (name: string) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const answer = answers.get(name)
  return answer === undefined ? ask(name) : Effect.succeed(answer)
}

/**
 * Looks up the ownership proofs of hosts first and then runs work with the results, so that no transaction waits for a
 * lookup. `newDomains`: the hosts of domains that the work adds.
 */
export const withAnsweredProofs = Effect.fnUntraced(function* <A, E, R>(
  { principal, viewer }: Caller,
  { hostnames, mailHosts }: HostsToProve,
  work: Effect.Effect<A, E, R>,
  newDomains: ReadonlyArray<string> = []
) {
  const proofs = yield* HostProofs
  const found = yield* answersFor(hostnames, (name) => proofs.find(principal.accountId, name))
  const exchanges = yield* answersFor(mailHosts, (name) => findMailHost(viewer, name, newDomains))
  return yield* Effect.provideService(
    work,
    HostProofs,
    HostProofs.of({
      ...proofs,
      find: (id, name) => answered(found, name, (other) => proofs.find(id, other)),
      findExchange: (name, domains) => answered(exchanges, name, (other) => proofs.findExchange(other, domains))
    })
  )
})
