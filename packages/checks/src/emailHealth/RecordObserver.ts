import { DnsResolver, makeUdpResolver, toPromiseClient } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { observeRecordSet, type RecordSetObservation, type RecordSetTarget } from "@mon/uptime-probe"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { getServers } from "node:dns"

/** The longest observation of one set of records, in milliseconds. */
export const RECORDS_WITHIN_MS = 10_000
/** The most resolvers that are asked. */
const MAX_RESOLVERS = 4

/** The resolvers that are asked about repairs, each once. `listed`: those of the settings. */
export const repairResolvers = (listed: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(listed.length > 0 ? listed : getServers())].slice(0, MAX_RESOLVERS)

/** Settings of {@link RecordObserver.layer}. */
interface RecordObserverSettings {
  /** The port of authoritative servers, which only tests change. */
  readonly port?: number
  /** The resolvers of the service as "address:port". Default, also for []: the system's. */
  readonly resolvers?: ReadonlyArray<string>
}

/** Asks the servers of a zone, and the resolvers of the service, for a set of records. */
export class RecordObserver extends Context.Service<
  RecordObserver,
  {
    readonly observe: (target: RecordSetTarget) => Effect.Effect<RecordSetObservation>
  }
>()("@mon/checks/RecordObserver") {
  /**
   * Asks only authoritative servers that the address policy allows. A service with several resolvers asks each: one of
   * them may still cache an old record.
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
