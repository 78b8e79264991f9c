import { isPublicId, Plans, statusPageHostUrl } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { stoppedBy } from "../plans/statusPagePlan.ts"
import { servedHost } from "../statusPageHosts/storedHost.ts"
import { composeDocument, type DocumentFacts } from "./composeDocument.ts"
import { readConditions } from "./monitorConditions.ts"
import { readDays } from "./monitorDays.ts"
import { type PageLayout, readPage } from "./PageLayout.ts"
import { readPosts, shownPosts } from "./shownPosts.ts"
import { readWindows, shownWindows } from "./shownWindows.ts"
import type { StatusPageDocuments } from "./StatusPageDocuments.ts"

/** The facts of a layout, in four statements; three if the page is not stored. */
export const readFacts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, layout: PageLayout, nowMs: number) {
  const keys = [...new Set(layout.components.flatMap(({ monitorKeys }) => monitorKeys))]
  const conditions = yield* readConditions(sql, layout.accountKey, keys)
  const days = yield* readDays(sql, keys)
  const windows = yield* readWindows(sql, layout.accountKey, keys)
  const posts = layout.key === null ? [] : yield* readPosts(sql, layout.key)
  return {
    nowMs,
    conditions: new Map(conditions.map((row) => [row.key, row])),
    days,
    windows: yield* shownWindows(windows, layout.components, layout.showsWindowNames),
    posts: yield* shownPosts(posts)
  } satisfies DocumentFacts
})

/** The address of a page below the service. */
export const pageUrl = (base: string, slug: string): string => `${base}/s/${slug}`

export const readDocument = (sql: SqlClient.SqlClient): StatusPageDocuments["Service"]["document"] =>
  operation("StatusPageDocuments.document", function* (page, base) {
    if ("id" in page && !isPublicId(page.id)) return null
    const found = yield* readPage(sql, "id" in page ? sql`p.public_id = ${page.id}::uuid` : sql`p.slug = ${page.slug}`)
    if (found === null) return null
    const { gate, layout } = found
    const plans = yield* Plans
    const host = servedHost(gate, plans)
    const serviceUrl = pageUrl(base, layout.slug)
    const url = host?.isActive === true && host.leadsHere ? statusPageHostUrl(base, host.hostname) : serviceUrl
    return {
      document: yield* composeDocument(layout, yield* readFacts(sql, layout, gate.now.getTime()), url),
      access: gate.access,
      passwordHash: gate.access === "password" ? gate.passwordHash : null,
      emailDomains: gate.emailDomains,
      stoppedBy: stoppedBy(gate, plans),
      version: gate.version,
      host,
      serviceUrl
    }
  })
