import { isPublicId } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { SharedSimulation, SimulationShares } from "./SimulationShares.ts"

export const findShare = (sql: SqlClient.SqlClient): SimulationShares["Service"]["find"] =>
  operation("SimulationShares.find", function* (jobId) {
    if (!isPublicId(jobId)) return null
    const [row] = yield* sql<SharedSimulation>`
      select s.id::text as key, s.public_id as "jobId", s.name, s.status, s.share_version as version,
        s.completed_at as "completedAt", u.email as "ownerEmail", a.public_id as "accountId"
      from simulation s
      join account a on a.id = s.account_id
      join membership m on m.account_id = s.account_id and m.role = 'owner'
      join app_user u on u.id = m.user_id
      where s.public_id = ${jobId}::uuid`
    return row ?? null
  })

export const sharedResults = (sql: SqlClient.SqlClient): SimulationShares["Service"]["results"] =>
  operation("SimulationShares.results", function* ({ key, version }) {
    const [row] = yield* sql<{ results: unknown }>`
      select results from simulation where id = ${key}::bigint and share_version = ${version}::int`
    return row?.results ?? null
  })
