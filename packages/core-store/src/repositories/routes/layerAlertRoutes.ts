import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import { AlertRoutes } from "./AlertRoutes.ts"
import { createRoute, removeRoute, updateRoute } from "./saveRoute.ts"
import { readRoutes, shownRoute } from "./selectRoutes.ts"

const listRoutes = (sql: SqlClient.SqlClient): AlertRoutes["Service"]["list"] =>
  Effect.fn("AlertRoutes.list")(
    function* ({ accountKey }) {
      return (yield* readRoutes(sql, accountKey)).map(shownRoute)
    },
    Effect.mapError(storeError("AlertRoutes.list"))
  )

/** {@link AlertRoutes} over PostgreSQL. */
export const layerAlertRoutes: Layer.Layer<AlertRoutes, never, SqlClient.SqlClient> = Layer.effect(
  AlertRoutes,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AlertRoutes.of({
      list: listRoutes(sql),
      create: createRoute(sql),
      update: updateRoute(sql),
      remove: removeRoute(sql)
    })
  )
)
