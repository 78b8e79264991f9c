import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { Tags } from "./Tags.ts"
import { assignTags } from "./assignTags.ts"
import { assignTagsToMonitors } from "./assignTagsToMonitors.ts"
import { createTag, updateTag } from "./saveTag.ts"
import { selectTags, type TagRow, toTag } from "./TagRow.ts"

const listTags = (sql: SqlClient.SqlClient): Tags["Service"]["list"] =>
  operation("Tags.list", function* (scope) {
    return (yield* sql<TagRow>`${selectTags(sql, scope)} order by t.sort_order, t.id`).map(toTag)
  })

const removeTag = (sql: SqlClient.SqlClient): Tags["Service"]["remove"] =>
  operation("Tags.remove", function* (scope, id) {
    if (!isPublicId(id)) return false
    const rows = yield* sql`
      delete from tag where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid returning 1`
    return rows.length > 0
  })

/** {@link Tags} over PostgreSQL. */
export const layerTags: Layer.Layer<Tags, never, SqlClient.SqlClient> = Layer.effect(
  Tags,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Tags.of({
      list: listTags(sql),
      create: createTag(sql),
      update: updateTag(sql),
      remove: removeTag(sql),
      assign: assignTags(sql),
      assignEach: assignTagsToMonitors(sql)
    })
  )
)
