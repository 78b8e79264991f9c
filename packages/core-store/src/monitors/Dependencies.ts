import { isPublicId } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** The reason why monitors cannot become the parents of a monitor. */
export type DependencyFault =
  /** The caller cannot see any monitor with this id. */
  | { readonly _tag: "Unknown"; readonly id: string }
  /**
   * The monitor would depend on itself. `names` are the names of the monitors in the circle, from the monitor back to
   * itself.
   */
  | { readonly _tag: "Circle"; readonly names: ReadonlyArray<string> }

/** The parents to store, or the reason why they were refused. */
export type ParentsVerdict = { readonly _tag: "Accepted"; readonly parents: ReadonlyArray<string> } | DependencyFault

/** SQL for whether the caller can see the monitor `m`, of any kind. */
const visible = (sql: SqlClient.SqlClient, { accountKey, membershipKey, role }: AccessScope) =>
  sql`m.account_id = ${accountKey}::bigint and m.deleted_at is null and (${role === "owner"}::boolean or exists (
    select from monitor_access ma where ma.membership_id = ${membershipKey}::bigint and ma.monitor_id = m.id))`

const listOf = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::uuid)`

const unseenParents = (sql: SqlClient.SqlClient, scope: AccessScope, monitorId: string) =>
  sql<{ readonly id: string }>`
    select link.id from monitor child cross join unnest(child.depends_on) as link (id)
    where child.public_id = ${monitorId}::uuid and child.account_id = ${scope.accountKey}::bigint and not exists (
      select from monitor m where m.public_id = link.id::uuid and ${visible(sql, scope)})`

interface PathRow {
  readonly names: ReadonlyArray<string>
}

/** Finds the shortest chain of dependencies that leads from a parent back to the monitor itself. */
const pathTo = (sql: SqlClient.SqlClient, scope: AccessScope, monitorId: string, parents: ReadonlyArray<string>) =>
  sql<PathRow>`
    with recursive way (public_id, depends_on, path) as (
      select m.public_id, m.depends_on, array[m.public_id] from monitor m
      where m.account_id = ${scope.accountKey}::bigint and m.deleted_at is null and m.public_id in ${listOf(sql, parents)}
      union all
      select m.public_id, m.depends_on, way.path || m.public_id
      from way cross join unnest(way.depends_on) as link (id)
      join monitor m on m.public_id = link.id::uuid and m.account_id = ${scope.accountKey}::bigint and m.deleted_at is null
      where way.public_id <> ${monitorId}::uuid and m.public_id <> all(way.path)
    ), found as (
      select path from way where public_id = ${monitorId}::uuid order by cardinality(path), path limit 1
    )
    select array(
      select case when ${visible(sql, scope)} then m.name else '…' end
      from unnest(array[${monitorId}::uuid] || found.path) with ordinality as step (id, position)
      join monitor m on m.public_id = step.id order by step.position
    ) as names from found`

const check = (sql: SqlClient.SqlClient) =>
  operation(
    "Dependencies.check",
    function* (scope: AccessScope, monitorId: string | null, parents: ReadonlyArray<string>): Returns<ParentsVerdict> {
      yield* sql`select 1 from account where id = ${scope.accountKey}::bigint for no key update`
      const wellFormed = parents.filter(isPublicId)
      const seen = yield* sql<{ readonly id: string }>`
      select m.public_id as id from monitor m where ${visible(sql, scope)} and m.public_id in ${listOf(sql, wellFormed)}`
      const known = new Set(seen.map(({ id }) => id))
      const unknown = parents.find((id) => !known.has(id.toLowerCase()))
      if (unknown !== undefined) return { _tag: "Unknown", id: unknown } satisfies DependencyFault
      const wanted = [...new Set(parents.map((id) => id.toLowerCase()))]
      if (monitorId === null) return { _tag: "Accepted", parents: wanted } satisfies ParentsVerdict
      const [circle] = yield* pathTo(sql, scope, monitorId, wanted)
      if (circle !== undefined) return { _tag: "Circle", names: circle.names } satisfies DependencyFault
      const unseen = yield* unseenParents(sql, scope, monitorId)
      return { _tag: "Accepted", parents: [...wanted, ...unseen.map(({ id }) => id)] } satisfies ParentsVerdict
    }
  )

/** The dependencies of monitors on their parent monitors. */
export class Dependencies extends Context.Service<Dependencies>()("@mon/core-store/Dependencies", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Checks whether monitors may become the parents of a monitor. Ids are public, and null stands for a new monitor.
     * Other changes of the account's dependencies wait until the caller's transaction ends. Current parents that the
     * caller cannot see are kept.
     */
    check: check(sql)
  }))
}) {
  static readonly layer = Layer.effect(Dependencies, Dependencies.make)
}
