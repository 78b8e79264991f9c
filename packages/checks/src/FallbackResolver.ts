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

/** The ranks of answers. If two answers differ, the answer with the higher rank is used. */
const RANK = { nxdomain: 0, nodata: 1, ok: 2 } as const

/**
 * Whether another server must confirm an answer. NODATA for AAAA needs no confirmation, because most names have no IPv6
 * address.
 */
const isNegative = ({ status, type }: DnsAnswer<RecordType>): boolean =>
  status === "nxdomain" || (status === "nodata" && type === "A")

/**
 * The errors after which the next server is queried. c-ares treats them as final, although another server may answer.
 * Servers that do not respond are not listed here, because c-ares skips them.
 */
const RETRIED_ERRORS: ReadonlySet<DnsErrorReason> = new Set(["ServFail", "Refused", "FormErr"])

/**
 * Queries `second` if `first` answers that a name or its addresses do not exist, or if `first` fails with one of
 * `RETRIED_ERRORS`. Returns the better of the two answers.
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
 * The name resolution for checks. A name server that does not respond is skipped, and a negative answer of the first
 * server must be confirmed by the next server.
 */
export const layerResolver = (servers: ReadonlyArray<string>): Layer.Layer<DnsResolver> =>
  Layer.sync(DnsResolver, () => {
    const resolver = makeNodeResolver({ servers })
    return servers.length < 2
      ? resolver
      : confirmNegativeAnswers(resolver, makeNodeResolver({ servers: [...servers.slice(1), ...servers.slice(0, 1)] }))
  })
