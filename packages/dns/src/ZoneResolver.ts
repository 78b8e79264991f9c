import { argumentsOf } from "@mon/bundled/arguments"
import { zoneKind } from "./argumentKinds.ts"
import * as Effect from "effect/Effect"
import { DnsError } from "./DnsError.ts"
import { normalise } from "./DnsName.ts"
import { type DnsAnswer, type RecordData, type RecordType, smallestTtl } from "./Records.ts"
import type { Resolver } from "./Resolver.ts"
import { makeTable, type Zone, ZONE_TTL, type ZoneQuery, type ZoneTable } from "./Zone.ts"

const acceptMakeZoneResolver = /* @__PURE__ */ argumentsOf("makeZoneResolver", () => ({ zone: zoneKind() }))

/** A resolver over a declarative zone. It records its queries, and the zone can be changed. */
export interface ZoneResolver extends Resolver, Pick<ZoneTable, "set" | "delete"> {
  /** All queries so far, in order. */
  readonly queries: ReadonlyArray<ZoneQuery>
}

/**
 * Narrows the type of records to the queried record type. This is safe because a zone stores the data of each type
 * under that type.
 */
const recordsAs = <T extends RecordType>(_type: T, records: ReadonlyArray<object>): ReadonlyArray<RecordData[T]> =>
  records as ReadonlyArray<RecordData[T]>

/**
 * Makes a resolver over a declarative zone, for tests. It needs no network, distinguishes NXDOMAIN from NODATA, and can
 * simulate faults.
 *
 * @example
 * makeZoneResolver({ "example.com": { A: ["192.0.2.1"], TXT: ["v=spf1 -all"] }, "broken.example": { fail: "ServFail" } }).queries // => []
 */
export const makeZoneResolver = (zone: Zone): ZoneResolver => {
  acceptMakeZoneResolver(zone)
  const table = makeTable(zone)
  const queries: Array<ZoneQuery> = []
  const query = <T extends RecordType>(text: string, type: T): Effect.Effect<DnsAnswer<T>, DnsError> =>
    Effect.suspend(() => {
      const name = normalise(text)
      if (name === null)
        return Effect.fail(
          new DnsError({
            queryName: text,
            type,
            server: null,
            reason: "BadName",
            detail: "Not a domain name in ASCII."
          })
        )
      queries.push({ name, type })
      const answer = table.answer(name, type)
      if (answer.status === "failed")
        return Effect.fail(
          new DnsError({ queryName: name, type, server: null, reason: answer.fail, detail: "Simulated by the zone." })
        )
      const { status, cnames } = answer
      const records = answer.status === "ok" ? recordsAs(type, answer.records) : []
      return Effect.succeed({
        name,
        type,
        status,
        records,
        cnames,
        ttl: smallestTtl(records) ?? ZONE_TTL,
        authenticated: null,
        server: null,
        transport: "zone" as const,
        durationMs: 0
      })
    })
  return { query, queries, set: table.set, delete: table.delete }
}
