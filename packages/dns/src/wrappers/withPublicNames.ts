import { hasPublicSuffix } from "@mon/public-net"
import * as Effect from "effect/Effect"
import { normalise } from "../DnsName.ts"
import type { DnsAnswer } from "../Records.ts"
import type { Resolver } from "../Resolver.ts"

/** The zones for reverse lookups (RFC 1035 section 3.5 and RFC 3596 section 2.5). */
const REVERSE_ZONE = /\.(?:in-addr|ip6)\.arpa$/

/**
 * Makes a resolver for names that strangers choose. If a name cannot exist in the public DNS, such as `db` or
 * `wiki.internal`, the resolver answers without a query that it does not exist. Nobody can therefore find out which
 * names a private network has.
 */
export const withPublicNames = (resolver: Resolver): Resolver => ({
  query: (name, type) => {
    const asked = normalise(name) ?? name
    if (hasPublicSuffix(asked) || REVERSE_ZONE.test(asked)) return resolver.query(name, type)
    return Effect.succeed({
      name: asked,
      type,
      status: "nxdomain",
      records: [],
      cnames: [],
      ttl: null,
      authenticated: null,
      server: null,
      transport: "none",
      durationMs: 0
    } satisfies DnsAnswer<typeof type>)
  }
})
