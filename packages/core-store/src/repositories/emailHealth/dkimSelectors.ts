import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"
import type { EmailHealthChecks } from "./EmailHealthChecks.ts"

/** A monitor of `www.example.com` is one of the mail domain `example.com`. */
export const dkimSelectorsOf = (sql: SqlClient.SqlClient): EmailHealthChecks["Service"]["selectorsOf"] =>
  operation("EmailHealthChecks.selectorsOf", function* (scope, mailDomain, limit) {
    const rows = yield* sql<{ selectors: ReadonlyArray<string> }>`
      select m.dkim_selectors[1:${limit}::int] as selectors from monitor m
      where ${visibleDomains(sql, scope)} and m.hostname in (${mailDomain}, ${`www.${mailDomain}`})`
    return rows.length === 0 ? null : [...new Set(rows.flatMap(({ selectors }) => selectors))].toSorted()
  })
