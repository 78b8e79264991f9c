import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import type { SaveTagResult, Tags } from "./Tags.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { nameKey, selectTags, type TagRow, toTag } from "./TagRow.ts"

const duplicate: SaveTagResult = { _tag: "Duplicate" }

/** The unique constraint decides, so that two concurrent requests cannot both succeed. */
const onDuplicate = (error: SqlError): Effect.Effect<SaveTagResult, SqlError> =>
  isSqlError(error) && error.reason._tag === "UniqueViolation" ? Effect.succeed(duplicate) : Effect.fail(error)

const saved = (sql: SqlClient.SqlClient, scope: AccessScope, id: string) =>
  Effect.map(sql<TagRow>`${selectTags(sql, scope)} and t.public_id = ${id}::uuid`, ([row]): SaveTagResult =>
    row === undefined ? { _tag: "Absent" } : { _tag: "Saved", tag: toTag(row) }
  )

export const createTag = (sql: SqlClient.SqlClient): Tags["Service"]["create"] =>
  operation("Tags.create", function* (scope, { color, name }, limit) {
    const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // The account's row is the lock that enforces limit and order under concurrent creates.
        yield* sql`select 1 from account where id = ${scope.accountKey}::bigint for no key update`
        const [usage] = yield* sql<{ used: number; taken: boolean }>`
        select count(*)::int as used, coalesce(bool_or(name_key = ${nameKey(name)}), false) as taken
        from tag where account_id = ${scope.accountKey}::bigint`
        if (usage?.taken === true) return duplicate
        if (usage !== undefined && usage.used >= limit) return { _tag: "LimitReached" } satisfies SaveTagResult
        yield* sql`
        insert into tag (public_id, account_id, name, name_key, color, sort_order)
        select ${id}::uuid, ${scope.accountKey}::bigint, ${name}, ${nameKey(name)}, ${color},
          least(coalesce(max(sort_order)::bigint + 1, 0), 2147483647)::int
        from tag where account_id = ${scope.accountKey}::bigint`
        return yield* saved(sql, scope, id)
      })
    )
  })

export const updateTag = (sql: SqlClient.SqlClient): Tags["Service"]["update"] =>
  operation("Tags.update", function* (scope, id, { color, name, sortOrder }) {
    if (!isPublicId(id)) return { _tag: "Absent" } satisfies SaveTagResult
    const renamed = name === undefined ? null : nameKey(name)
    return yield* sql`
      update tag set
        name = coalesce(${name ?? null}::text, name),
        name_key = coalesce(${renamed}::text, name_key),
        color = coalesce(${color ?? null}::text, color),
        sort_order = coalesce(${sortOrder ?? null}::int, sort_order)
      where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid`.pipe(
      Effect.andThen(saved(sql, scope, id)),
      Effect.catch(onDuplicate)
    )
  })
