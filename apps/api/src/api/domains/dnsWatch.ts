import { BadRequest, Forbidden, messages } from "@mon/api-contract"
import { DnsWatches } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { found } from "./access.ts"

interface Watched {
  readonly dnsWatch?: object | null | undefined
}

/** Says why other domains must not be watched, or null. `ids` are the domains that the change is about. */
export const dnsWatchFault = Effect.fnUntraced(function* (
  { limits, viewer }: Caller,
  { dnsWatch }: Watched,
  ids: ReadonlyArray<string>,
  count: number = new Set(ids).size
) {
  if (dnsWatch === undefined || dnsWatch === null) return null
  const used = yield* (yield* DnsWatches).used(viewer, ids)
  return used + count > limits.dnsWatches ? messages.dnsWatchLimit(limits.dnsWatches, limits.title) : null
})

/** Refuses to watch the DNS of a new domain beyond the plan. */
export const checkNewDnsWatch = Effect.fnUntraced(function* (caller: Caller, input: Watched) {
  const message = yield* dnsWatchFault(caller, input, [], 1)
  if (message !== null) return yield* new BadRequest({ message })
})

/** Refuses to watch the DNS of more domains than the plan allows. */
export const checkChangedDnsWatch = Effect.fnUntraced(function* (
  caller: Caller,
  patch: Watched,
  ids: ReadonlyArray<string>
) {
  const message = yield* dnsWatchFault(caller, patch, ids)
  if (message !== null) return yield* new Forbidden({ message })
})

/** The watched records of a domain and their changes. */
export const domainDns = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  return yield* found(yield* (yield* DnsWatches).find(viewer, id))
})
