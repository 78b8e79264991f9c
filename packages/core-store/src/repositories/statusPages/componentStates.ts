import type { ComponentState } from "@mon/status-page"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { readConditions, stateOfComponent } from "./monitorConditions.ts"
import { readComponents } from "./PageLayout.ts"
import { inPostedMaintenance, readPosts, shownPosts } from "./shownPosts.ts"

/** What readers see now of the components of a page, by public id; in four statements. */
export const readStates = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageKey: string) {
  const [page] = yield* sql<{ readonly accountKey: string; readonly now: Date }>`
    select account_id::text as "accountKey", mon_now() as now from status_page where id = ${pageKey}::bigint`
  if (page === undefined) return new Map<string, ComponentState>()
  const components = yield* readComponents(sql, pageKey)
  const keys = [...new Set(components.flatMap(({ monitorKeys }) => monitorKeys))]
  const rows = yield* readConditions(sql, page.accountKey, keys)
  const conditions = new Map(rows.map((row) => [row.key, row]))
  const maintained = inPostedMaintenance(yield* shownPosts(yield* readPosts(sql, pageKey)), page.now.getTime())
  return new Map(
    components.map((component) => [component.id, stateOfComponent(component, conditions, maintained.has(component.id))])
  )
})
