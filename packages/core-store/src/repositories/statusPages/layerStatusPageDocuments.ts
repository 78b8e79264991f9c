import { isPublicId, type PlanName, Plans, type StatusPageAccess } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { operation } from "../../sql/operation.ts"
import { planInForce } from "../monitors/planLimits.sql.ts"
import { stoppedBy } from "../plans/statusPagePlan.ts"
import { isProvenHost, leadsHere, olderHosts, servedHost } from "../statusPageHosts/storedHost.ts"
import { Signals } from "../signals/Signals.ts"
import { pageChanges } from "./pageChanges.ts"
import { previewDocument } from "./previewDocument.ts"
import { readDocument } from "./readDocument.ts"
import { StatusPageDocuments } from "./StatusPageDocuments.ts"

interface KnownRow {
  readonly id: string
  readonly slug: string
  readonly access: StatusPageAccess
  readonly plan: PlanName
  readonly olderPages: number
  readonly hostname: string | null
  readonly leadsHere: boolean
  readonly olderHosts: number | null
}

const readPages = (sql: SqlClient.SqlClient): StatusPageDocuments["Service"]["pages"] =>
  operation("StatusPageDocuments.pages", function* () {
    const plans = yield* Plans
    const rows = yield* sql<KnownRow>`
        select p.public_id as id, p.slug, p.access, ${sql.literal(planInForce)} as plan,
          (row_number() over (partition by p.account_id order by p.id) - 1)::int as "olderPages",
          h.hostname, ${sql.literal(leadsHere)} as "leadsHere",
          case when h.id is not null then ${sql.literal(olderHosts)} end as "olderHosts"
        from status_page p join account a on a.id = p.account_id
        left join status_page_host h on h.page_id = p.id and ${sql.literal(isProvenHost)}
        where not ${sql.literal(isStopped("a"))} order by p.id`
    return rows.map(({ hostname, leadsHere: leads, olderHosts: olderNames, olderPages, plan, ...row }) => ({
      ...row,
      stoppedBy: stoppedBy({ olderPages, plan }, plans),
      host: servedHost({ hostname, leadsHere: leads, olderHosts: olderNames, plan }, plans)
    }))
  })

const readLogo = (sql: SqlClient.SqlClient): StatusPageDocuments["Service"]["logo"] =>
  operation("StatusPageDocuments.logo", function* (id) {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<{ readonly bytes: Uint8Array; readonly contentType: string }>`
        select logo as bytes, logo_type as "contentType" from status_page
        where public_id = ${id}::uuid and logo is not null`
    return row ?? null
  })

const readVersion = (sql: SqlClient.SqlClient): StatusPageDocuments["Service"]["version"] =>
  operation("StatusPageDocuments.version", function* (id) {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<{ readonly version: number }>`
        select version from status_page where public_id = ${id}::uuid`
    return row?.version ?? null
  })

/** {@link StatusPageDocuments} over PostgreSQL. */
export const layerStatusPageDocuments: Layer.Layer<StatusPageDocuments, never, SqlClient.SqlClient | Signals> =
  Layer.effect(
    StatusPageDocuments,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const signals = yield* Signals
      return StatusPageDocuments.of({
        document: readDocument(sql),
        preview: previewDocument(sql),
        version: readVersion(sql),
        logo: readLogo(sql),
        pages: readPages(sql),
        changes: pageChanges(sql, signals)
      })
    })
  )
