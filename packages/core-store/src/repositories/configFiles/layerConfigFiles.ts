import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { ConfigFiles, type ConfigKeyRow, type StoredConfigPlan } from "./ConfigFiles.ts"
import { lockObjects } from "./lockObjects.ts"
import { configDomains, configUrls } from "./configMonitors.ts"

type Service = ConfigFiles["Service"]

const keys = (sql: SqlClient.SqlClient): Service["keys"] =>
  operation("ConfigFiles.keys", function* ({ accountKey }) {
    return yield* sql<ConfigKeyRow>`
      select project, section, key, target, applied, parts from config_key
      where account_id = ${accountKey}::bigint order by project, section, key`
  })

const replaceKeys = (sql: SqlClient.SqlClient): Service["replaceKeys"] =>
  operation("ConfigFiles.replaceKeys", function* ({ accountKey }, project, rows) {
    yield* sql`
      delete from config_key where account_id = ${accountKey}::bigint and (project = ${project} or (section, target) in (
        select x.section, x.target from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as x(section text, target uuid)))`
    yield* sql`
      insert into config_key (account_id, project, section, key, target, applied, parts)
      select ${accountKey}::bigint, ${project}, x.section, x.key, x.target, x.applied, x.parts
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as x(section text, key text, target uuid, applied jsonb, parts jsonb)`
  })

const savePlan = (sql: SqlClient.SqlClient): Service["savePlan"] =>
  operation(
    "ConfigFiles.savePlan",
    function* ({ accountKey, membershipKey }, { credential, document, fingerprint, id, lifeSeconds }, limit) {
      yield* sql`
      insert into config_plan (public_id, account_id, membership_id, credential, document, fingerprint, expires_at)
      values (${id}::uuid, ${accountKey}::bigint, ${membershipKey}::bigint, ${credential}, ${document}, ${fingerprint},
        mon_now() + ${lifeSeconds}::int * interval '1 second')`
      yield* sql`
      delete from config_plan where membership_id = ${membershipKey}::bigint and (expires_at <= mon_now() or id in (
        select id from config_plan where membership_id = ${membershipKey}::bigint order by id desc offset ${limit}))`
    }
  )

const findPlan = (sql: SqlClient.SqlClient): Service["findPlan"] =>
  operation("ConfigFiles.findPlan", function* ({ accountKey, membershipKey }, id, credential) {
    if (!isPublicId(id)) return null
    const [plan] = yield* sql<StoredConfigPlan>`
      select document, fingerprint, used_at is not null as "isUsed" from config_plan
      where public_id = ${id}::uuid and account_id = ${accountKey}::bigint and membership_id = ${membershipKey}::bigint
        and credential = ${credential} and expires_at > mon_now()
      for update`
    return plan ?? null
  })

/** {@link ConfigFiles} over PostgreSQL. */
export const layerConfigFiles: Layer.Layer<ConfigFiles, never, SqlClient.SqlClient> = Layer.effect(
  ConfigFiles,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ConfigFiles.of({
      lock: lockObjects(sql),
      domains: configDomains(sql),
      urls: configUrls(sql),
      passwordHashes: operation("ConfigFiles.passwordHashes", ({ accountKey }) =>
        Effect.map(
          sql<{ readonly id: string; readonly hash: string }>`
          select public_id as id, password_hash as hash from status_page
          where account_id = ${accountKey}::bigint and password_hash is not null`,
          (rows) => new Map(rows.map(({ hash, id }) => [id, hash]))
        )
      ),
      keys: keys(sql),
      replaceKeys: replaceKeys(sql),
      savePlan: savePlan(sql),
      findPlan: findPlan(sql),
      usePlan: operation("ConfigFiles.usePlan", ({ accountKey }, id) =>
        Effect.asVoid(
          sql`update config_plan set used_at = mon_now() where public_id = ${id}::uuid and account_id = ${accountKey}::bigint`
        )
      )
    })
  )
)
