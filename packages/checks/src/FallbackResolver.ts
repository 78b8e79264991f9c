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

/** Of two answers, the one with the higher rank wins. */
const RANK = { nxdomain: 0, nodata: 1, ok: 2 } as const

/** NODATA for AAAA does not count: most names have no IPv6 address. */
const isNegative = ({ status, type }: DnsAnswer<RecordType>): boolean =>
  status === "nxdomain" || (status === "nodata" && type === "A")

/** Errors that c-ares treats as final although another server may answer. It skips silent servers itself. */
const RETRIED_ERRORS: ReadonlySet<DnsErrorReason> = new Set(["ServFail", "Refused", "FormErr"])

/**
 * Asks `second` whenever `first` says that a name or its addresses do not exist or cannot be found, and returns the
 * better answer.
 */
export const confirmNegativeAnswers = (first: Resolver, second: Resolver): Resolver => ({
  query: <T extends RecordType>(name: string, type: T) =>
    first.query(name, type).pipe(
      Effect.flatMap((answer) =>
        isNegative(answer)
          ? second.query(name, type).pipe(
              Effect.map((other) => (RANK[other.status] > RANK[answer.status] ? other : answer)),
              Effect.orElseSucceed(() => answer)
            )
          : Effect.succeed(answer)
      ),
      Effect.catch((error: DnsError) =>
        RETRIED_ERRORS.has(error.reason) ? Effect.mapError(second.query(name, type), () => error) : Effect.fail(error)
      )
    )
})

/**
 * Name resolution for checks: a silent name server is skipped, and a negative answer of the first
 * server must be confirmed by the next.
 */
export const layerResolver = (servers: ReadonlyArray<string>): Layer.Layer<DnsResolver> =>
  Layer.sync(DnsResolver, () => {
    const resolver = makeNodeResolver({ servers })
    return servers.length < 2
      ? resolver
      : confirmNegativeAnswers(resolver, makeNodeResolver({ servers: [...servers.slice(1), ...servers.slice(0, 1)] }))
  })
