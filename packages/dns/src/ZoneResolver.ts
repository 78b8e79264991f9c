import * as Effect from "effect/Effect"
import { DnsError } from "./DnsError.ts"
import { normalise } from "./DnsName.ts"
import type { DnsAnswer, RecordData, RecordType } from "./Records.ts"
import type { Resolver } from "./Resolver.ts"
import { smallestTtl } from "./ttl.ts"
import { makeTable, type Zone, ZONE_TTL, type ZoneTable } from "./Zone.ts"

/** One question that was asked. */
export interface ZoneQuery {
  readonly name: string
  readonly type: RecordType
}

/** A resolver over a declarative zone, which records what it was asked and can be changed. */
export interface ZoneResolver extends Resolver, Pick<ZoneTable, "set" | "delete"> {
  /** Every question so far, in order. */
  readonly queries: ReadonlyArray<ZoneQuery>
}

/** A zone stores under each type what was read as data of that type, so the type asked for names what comes back. */
const recordsAs = <T extends RecordType>(_type: T, records: ReadonlyArray<object>): ReadonlyArray<RecordData[T]> =>
  records as ReadonlyArray<RecordData[T]>

/**
 * Makes a resolver of a declarative zone: no network, NXDOMAIN and NODATA apart, faults on demand.
 *
 * @example
 * makeZoneResolver({ "example.com": { A: ["192.0.2.1"], TXT: ["v=spf1 -all"] }, "broken.example": { fail: "ServFail" } }).queries // => []
 */
export const makeZoneResolver = (zone: Zone): ZoneResolver => {
  const table = makeTable(zone)
  const queries: Array<ZoneQuery> = []
  const query = <T extends RecordType>(text: string, type: T): Effect.Effect<DnsAnswer<T>, DnsError> =>
    Effect.suspend(() => {
      const name = normalise(text)
      if (name === null)
        return Effect.fail(
          new DnsError({ name: text, type, server: null, reason: "BadName", detail: "Not a domain name in ASCII." })
        )
      queries.push({ name, type })
      const told = table.answer(name, type)
      if (told.status === "failed")
        return Effect.fail(new DnsError({ name, type, server: null, reason: told.fail, detail: "So says the zone." }))
      const { status, cnames } = told
      const records = told.status === "ok" ? recordsAs(type, told.records) : []
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
