import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { claimDnsWatches, releaseDnsWatches } from "./claimDnsWatches.ts"
import { DnsWatches } from "./DnsWatches.ts"
import { findDnsWatch, usedDnsWatches } from "./readDnsWatch.ts"
import { recordDnsWatch } from "./recordDnsWatch.ts"

/** {@link DnsWatches} over PostgreSQL. */
export const layerDnsWatches: Layer.Layer<DnsWatches, never, SqlClient.SqlClient> = Layer.effect(
  DnsWatches,
  Effect.map(SqlClient.SqlClient, (sql) =>
    DnsWatches.of({
      claim: claimDnsWatches(sql),
      release: releaseDnsWatches(sql),
      record: recordDnsWatch(sql),
      find: findDnsWatch(sql),
      used: usedDnsWatches(sql)
    })
  )
)
