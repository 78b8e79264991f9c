import {
  type DnsAnswer,
  type DnsError,
  type DnsErrorReason,
  DnsResolver,
  makeNodeResolver,
  type RecordType,
  type Resolver
} from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How much is said to exist: of two answers the one with more is believed. */
const RANK = { nxdomain: 0, nodata: 1, ok: 2 } as const

/** That a name has no IPv6 address is no bad news: most have none. */
const isBadNews = ({ status, type }: DnsAnswer<RecordType>): boolean =>
  status === "nxdomain" || (status === "nodata" && type === "A")

/** What one server says; a silent one is passed over by the resolver itself, whereas c-ares takes these for final. */
const FAILURES: ReadonlySet<DnsErrorReason> = new Set(["ServFail", "Refused", "FormErr"])

/** Believes that a name or its addresses are not there, or cannot be found, only when a second resolver says nothing better. */
export const confirmedBy = (first: Resolver, second: Resolver): Resolver => ({
  query: <T extends RecordType>(name: string, type: T) =>
    first.query(name, type).pipe(
      Effect.flatMap((answer) =>
        isBadNews(answer)
          ? second.query(name, type).pipe(
              Effect.map((other) => (RANK[other.status] > RANK[answer.status] ? other : answer)),
              Effect.orElseSucceed(() => answer)
            )
          : Effect.succeed(answer)
      ),
      Effect.catch((error: DnsError) =>
        FAILURES.has(error.reason) ? Effect.mapError(second.query(name, type), () => error) : Effect.fail(error)
      )
    )
})

/**
 * Name resolution for looks (decisions section 3): of several name servers a silent one is passed over, and bad news of
 * the first one is asked of the next.
 */
export const layerResolver = (servers: ReadonlyArray<string>): Layer.Layer<DnsResolver> =>
  Layer.sync(DnsResolver, () => {
    const resolver = makeNodeResolver({ servers })
    return servers.length < 2
      ? resolver
      : confirmedBy(resolver, makeNodeResolver({ servers: [...servers.slice(1), ...servers.slice(0, 1)] }))
  })
