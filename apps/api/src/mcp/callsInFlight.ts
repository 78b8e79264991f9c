import type { RpcId } from "@mon/bundled/json-rpc"
import { Deferred, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"

const nameOf = ({ credentialHash }: Caller, id: RpcId): string =>
  `${Buffer.from(credentialHash).toString("base64")} ${JSON.stringify(id)}`

/**
 * Creates the list of calls that this process is working on. In revision 2025-11-25, a separate message cancels a call
 * while the call's own request stays open. The message only contains the id of the call, and several clients of one key
 * can use the same id. The message therefore cancels nothing if the key has several calls with this id.
 */
export const makeCallsInFlight = () => {
  const calls = new Map<string, Set<Deferred.Deferred<null>>>()
  const enter = (name: string) =>
    Effect.sync(() => {
      const cancelled = Deferred.makeUnsafe<null>()
      calls.set(name, (calls.get(name) ?? new Set()).add(cancelled))
      return cancelled
    })

  const leave = (name: string, cancelled: Deferred.Deferred<null>) =>
    Effect.sync(() => {
      const same = calls.get(name)
      same?.delete(cancelled)
      if (same?.size === 0) calls.delete(name)
    })

  return {
    /** Returns the result of a call. If the client cancels the call, interrupts the work and returns null. */
    run: <A, E, R>(caller: Caller, id: RpcId, work: Effect.Effect<A, E, R>): Effect.Effect<A | null, E, R> => {
      const name = nameOf(caller, id)
      return Effect.acquireUseRelease(
        enter(name),
        (cancelled) => Effect.raceFirst(work, Deferred.await(cancelled)),
        (cancelled) => leave(name, cancelled)
      )
    },
    /** Cancels the call with this id if the key has exactly one such call in this process. */
    cancel: (caller: Caller, id: RpcId): Effect.Effect<void> =>
      Effect.suspend(() => {
        const [call, ...others] = calls.get(nameOf(caller, id)) ?? []
        return call === undefined || others.length > 0 ? Effect.void : Deferred.succeed(call, null)
      })
  }
}

export type CallsInFlight = ReturnType<typeof makeCallsInFlight>
