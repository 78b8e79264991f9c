import { DnsResolver, makeUdpResolver, toPromiseClient } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { observeRecordSet, type RecordSetObservation, type RecordSetTarget } from "@mon/uptime-probe"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { getServers } from "node:dns"

export const RECORDS_WITHIN_MS = 10_000
const MAX_RESOLVERS = 4

/**
 * Returns the resolvers that are queried about repairs, without duplicates. `listed` contains the resolvers from the
 * settings.
 */
export const repairResolvers = (listed: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(listed.length > 0 ? listed : getServers())].slice(0, MAX_RESOLVERS)

interface RecordObserverSettings {
  /** The port of authoritative servers, which only tests change. */
  readonly port?: number
  /**
   * The resolvers of the service as "address:port". By default, and if the list is empty, the resolvers of the system
   * are used.
   */
  readonly resolvers?: ReadonlyArray<string>
}

/** Queries the servers of a zone, and the service's resolvers, for a set of records. */
export class RecordObserver extends Context.Service<
  RecordObserver,
  {
    readonly observe: (target: RecordSetTarget) => Effect.Effect<RecordSetObservation>
  }
>()("@mon/checks/RecordObserver") {
  /**
   * Provides the observer of records. It queries authoritative servers only if the address policy allows their
   * addresses. It queries each resolver of the service, because each of them may still have an old record in its cache.
   */
  static readonly layer = ({ port = 53, resolvers: listed = [] }: RecordObserverSettings = {}): Layer.Layer<
    RecordObserver,
    never,
    DnsResolver | NetworkPolicy
  > =>
    Layer.effect(
      RecordObserver,
      Effect.gen(function* () {
        const dns = toPromiseClient(yield* DnsResolver)
        const policy = yield* NetworkPolicy
        const resolvers = yield* Effect.forEach(repairResolvers(listed).slice(1), (address) =>
          Effect.map(makeUdpResolver({ servers: [address] }), toPromiseClient)
        )
        return RecordObserver.of({
          observe: (target) =>
            Effect.promise((signal) =>
              observeRecordSet(target, { dns, resolvers, policy, port, deadlineMs: RECORDS_WITHIN_MS, signal })
            )
        })
      })
    )
}
