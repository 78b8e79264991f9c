import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { DomainFactCache } from "../DomainFactCache.ts"
import { claimDomainFacts, forgetDomainFacts, releaseDomainFacts, settleDomainFacts } from "./claimDomainFacts.ts"

/** {@link DomainFactCache} over PostgreSQL. */
export const layerDomainFactCache: Layer.Layer<DomainFactCache, never, SqlClient.SqlClient> = Layer.effect(
  DomainFactCache,
  Effect.map(SqlClient.SqlClient, (sql) =>
    DomainFactCache.of({
      claim: claimDomainFacts(sql),
      settle: settleDomainFacts(sql),
      release: releaseDomainFacts(sql),
      forget: forgetDomainFacts(sql)
    })
  )
)
