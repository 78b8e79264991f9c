import type { RoutePerson } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { AlertRoutes } from "./AlertRoutes.ts"
import { createRoute, removeRoute, updateRoute } from "./saveRoute.ts"
import { readRoutes, shownRoute } from "./selectRoutes.ts"

const listRoutes = (sql: SqlClient.SqlClient): AlertRoutes["Service"]["list"] =>
  operation("AlertRoutes.list", function* ({ accountKey }) {
    return (yield* readRoutes(sql, accountKey)).map(shownRoute)
  })

const listPeople = (sql: SqlClient.SqlClient): AlertRoutes["Service"]["people"] =>
  operation(
    "AlertRoutes.people",
    ({ accountKey }) => sql<RoutePerson>`
      select ms.public_id as "membershipId", u.name, u.email,
        (ms.role = 'owner' or ms.alerts_by_email) as "getsAlerts"
      from membership ms join app_user u on u.id = ms.user_id
      where ms.account_id = ${accountKey}::bigint and ms.removed_at is null
      order by ms.role <> 'owner', ms.id`
  )

/** {@link AlertRoutes} over PostgreSQL. */
export const layerAlertRoutes: Layer.Layer<AlertRoutes, never, SqlClient.SqlClient> = Layer.effect(
  AlertRoutes,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AlertRoutes.of({
      people: listPeople(sql),
      list: listRoutes(sql),
      create: createRoute(sql),
      update: updateRoute(sql),
      remove: removeRoute(sql)
    })
  )
)
