import { type DnsAnswer, DnsResolver, makeNodeResolver, type RecordType, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How much is said to exist: of two answers the one with more is believed. */
const RANK = { nxdomain: 0, nodata: 1, ok: 2 } as const

/** That a name has no IPv6 address is no bad news: most have none. */
const isBadNews = ({ status, type }: DnsAnswer<RecordType>): boolean => status === "nxdomain" || (status === "nodata" && type === "A")

/** Believes that a name or its addresses are not there only when a second resolver says the same, or cannot be asked. */
export const confirmedBy = (first: Resolver, second: Resolver): Resolver => ({
  query: <T extends RecordType>(name: string, type: T) =>
    Effect.flatMap(first.query(name, type), (answer) =>
      isBadNews(answer)
        ? second.query(name, type).pipe(
          Effect.map((other) => RANK[other.status] > RANK[answer.status] ? other : answer),
          Effect.orElseSucceed(() => answer)
        )
        : Effect.succeed(answer))
})

/**
 * Name resolution for looks (decisions section 3): of several name servers a silent or failing one is passed over, and
 * what the first one says is missing is asked of the next.
 */
export const layerResolver = (servers: ReadonlyArray<string>): Layer.Layer<DnsResolver> =>
  Layer.sync(DnsResolver, () => {
    const resolver = makeNodeResolver({ servers })
    return servers.length < 2
      ? resolver
      : confirmedBy(resolver, makeNodeResolver({ servers: [...servers.slice(1), ...servers.slice(0, 1)] }))
  })
