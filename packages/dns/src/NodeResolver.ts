import { guard } from "@mon/bundled/callbacks"
import { argumentError } from "@mon/bundled/arguments"
import { promises } from "node:dns"
import * as Effect from "effect/Effect"
import { DnsError, type DnsErrorReason } from "./DnsError.ts"
import { normalise } from "./DnsName.ts"
import { makeQueryLimiter, MAX_IN_FLIGHT } from "./QueryLimiter.ts"
import { NODE_QUERY, type NodeType } from "./nodeRecords.ts"
import type { DnsAnswer, RecordData, RecordType } from "./Records.ts"
import { isOwnError } from "./encrypted/ExchangeFault.ts"
import type { Resolver } from "./Resolver.ts"
import type { NodeResolverOptions } from "./ResolverOptions.ts"
import { parseServerList } from "./ServerList.ts"
import { timed } from "./timed.ts"
import { smallestTtl } from "./ttl.ts"

const TIMEOUT_MS = 2000
const TRIES = 2

/** c-ares codes that are answers. */
const STATUS_OF: ReadonlyMap<string, "nxdomain" | "nodata"> = new Map([
  ["ENOTFOUND", "nxdomain"],
  ["ENODATA", "nodata"]
])

/** c-ares codes that are errors; any other code means that no server was reached. */
const REASON_OF: ReadonlyMap<string, DnsErrorReason> = new Map([
  ["ESERVFAIL", "ServFail"],
  ["EREFUSED", "Refused"],
  ["ENOTIMP", "Refused"],
  ["EFORMERR", "FormErr"],
  ["EBADRESP", "FormErr"],
  ["ETIMEOUT", "Timeout"],
  ["EBADNAME", "BadName"],
  ["EBADQUERY", "BadName"],
  ["EBADFAMILY", "BadName"]
])

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : "UNKNOWN"

const isNodeType = (type: string): type is NodeType => Object.hasOwn(NODE_QUERY, type)

/**
 * A resolver over node:dns (c-ares, never getaddrinfo). Each query has its own Resolver, which interruption cancels. An
 * invalid server list throws a TypeError.
 */
export const makeNodeResolver = ({
  servers = [],
  timeoutMs = TIMEOUT_MS,
  tries = TRIES,
  maxInFlight = MAX_IN_FLIGHT
}: NodeResolverOptions = {}): Resolver => {
  const list = parseServerList(servers.join(","))
  if (!list.ok) throw argumentError(`options.servers: ${list.message}`)
  const limiter = makeQueryLimiter(maxInFlight)
  const server = list.servers.length === 1 ? (list.servers[0] ?? null) : null

  const query = <T extends RecordType>(type: T, nodeType: T & NodeType, name: string) =>
    Effect.callback<Pick<DnsAnswer<T>, "status" | "records" | "ttl">, DnsError>((resume) => {
      const resolver = new promises.Resolver({ timeout: timeoutMs, tries })
      if (list.servers.length > 0) resolver.setServers(list.servers)
      const work: Promise<ReadonlyArray<RecordData[T]>> = NODE_QUERY[nodeType](resolver, name === "" ? "." : name)
      const safely = guard((error) => resume(Effect.die(error)))
      work.then(
        safely((records) =>
          resume(Effect.succeed({ status: records.length === 0 ? "nodata" : "ok", records, ttl: smallestTtl(records) }))
        ),
        safely((error: unknown) => {
          if (isOwnError(error)) return resume(Effect.die(error))
          const code = codeOf(error)
          const status = STATUS_OF.get(code)
          resume(
            status === undefined
              ? Effect.fail(
                  new DnsError({
                    queryName: name,
                    type,
                    server,
                    reason: REASON_OF.get(code) ?? "Network",
                    detail: code
                  })
                )
              : Effect.succeed({ status, records: [], ttl: null })
          )
        })
      )
      return Effect.sync(() => resolver.cancel())
    })

  return {
    query: Effect.fnUntraced(function* <T extends RecordType>(text: string, type: T) {
      const name = normalise(text)
      if (name === null)
        return yield* Effect.fail(
          new DnsError({
            queryName: text,
            type,
            server: null,
            reason: "BadName",
            detail: "Not a domain name in ASCII."
          })
        )
      if (!isNodeType(type))
        return yield* Effect.fail(
          new DnsError({
            queryName: name,
            type,
            server: null,
            reason: "FormErr",
            detail: `node:dns cannot query ${type} records.`
          })
        )
      const answer = yield* limiter.run(name, type, timed(query(type, type, name)))
      return {
        name,
        type,
        ...answer,
        cnames: [],
        authenticated: null,
        server,
        transport: "system"
      } satisfies DnsAnswer<T>
    })
  }
}
