import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { UrlChecks } from "./UrlChecks.ts"
import { claimUrlManually, claimUrls, isUrlUnderWay, releaseUrls } from "./claimUrls.ts"
import { purgeUrlHistory, urlPage } from "./pageSnapshot.ts"
import { recordUrl, urlLastFound } from "./recordUrl.ts"

/** {@link UrlChecks} over PostgreSQL. */
export const layerUrlChecks: Layer.Layer<UrlChecks, never, SqlClient.SqlClient> = Layer.effect(
  UrlChecks,
  Effect.map(SqlClient.SqlClient, (sql) =>
    UrlChecks.of({
      claim: claimUrls(sql),
      claimManually: claimUrlManually(sql),
      isUnderWay: isUrlUnderWay(sql),
      page: urlPage(sql),
      record: recordUrl(sql),
      lastFound: urlLastFound(sql),
      release: releaseUrls(sql),
      purge: purgeUrlHistory(sql)
    })
  )
)
