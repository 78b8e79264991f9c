import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import {
  type SecondFactorState,
  SecondFactors,
  type RemoveSecondFactorResult,
  type StoredSecondFactor
} from "./SecondFactors.ts"

const find = (sql: SqlClient.SqlClient): SecondFactors["Service"]["find"] =>
  operation("SecondFactors.find", function* (userKey) {
    const [row] = yield* sql<StoredSecondFactor>`
      select f.secret as sealed, f.enabled_at as "enabledAt",
        (select count(*)::int from recovery_code r where r.user_id = f.user_id) as "recoveryCodes"
      from second_factor f where f.user_id = ${userKey}::bigint`
    return row ?? null
  })

const stateFor = (sql: SqlClient.SqlClient): SecondFactors["Service"]["stateFor"] =>
  operation("SecondFactors.stateFor", function* ({ accountKey, userKey }) {
    const [row] = yield* sql<SecondFactorState>`
      select f.enabled_at as "enabledAt", a.second_factor_required as "isRequired",
        (select count(*)::int from recovery_code r where r.user_id = f.user_id) as "recoveryCodes"
      from account a left join second_factor f on f.user_id = ${userKey}::bigint
      where a.id = ${accountKey}::bigint`
    return row ?? { enabledAt: null, recoveryCodes: 0, isRequired: false }
  })

const hexOf = (codes: ReadonlyArray<Uint8Array>): ReadonlyArray<string> =>
  codes.map((code) => Buffer.from(code).toString("hex"))

/** In two statements: parts of a single one would not see that the old codes are deleted. */
const insertCodes = (sql: SqlClient.SqlClient, userKey: string, codes: ReadonlyArray<Uint8Array>) =>
  Effect.andThen(
    sql`delete from recovery_code where user_id = ${userKey}::bigint`,
    sql`
    insert into recovery_code (user_id, code_hash)
    select ${userKey}::bigint, decode(code, 'hex') from unnest(${hexOf(codes)}::text[]) code`
  )

const set = (sql: SqlClient.SqlClient): SecondFactors["Service"]["set"] =>
  operation("SecondFactors.set", function* (userKey, { recoveryCodes, sealed, step }) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
          insert into second_factor (user_id, secret, last_step) values (${userKey}::bigint, ${sealed}, ${step}::bigint)
          on conflict (user_id) do update set secret = excluded.secret, last_step = excluded.last_step,
            enabled_at = excluded.enabled_at`
        yield* insertCodes(sql, userKey, recoveryCodes)
        yield* sql`delete from user_session where user_id = ${userKey}::bigint`
      })
    )
  })

/** The row lock of the update puts concurrent uses in a row; the second one sees the new step and changes nothing. */
const useStep = (sql: SqlClient.SqlClient): SecondFactors["Service"]["useStep"] =>
  operation("SecondFactors.useStep", function* (userKey, sealed, step) {
    const rows = yield* sql`
      update second_factor set last_step = ${step}::bigint
      where user_id = ${userKey}::bigint and secret = ${sealed} and last_step < ${step}::bigint returning 1`
    return rows.length > 0
  })

const useRecoveryCode = (sql: SqlClient.SqlClient): SecondFactors["Service"]["useRecoveryCode"] =>
  operation("SecondFactors.useRecoveryCode", function* (userKey, codeHash) {
    const [row] = yield* sql<{ readonly left: number }>`
      with used as (
        delete from recovery_code where user_id = ${userKey}::bigint and code_hash = ${codeHash} returning 1
      )
      select (select count(*)::int from recovery_code where user_id = ${userKey}::bigint) - 1 as left from used`
    return row?.left ?? null
  })

const replaceRecoveryCodes = (sql: SqlClient.SqlClient): SecondFactors["Service"]["replaceRecoveryCodes"] =>
  operation("SecondFactors.replaceRecoveryCodes", function* (userKey, codes) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const found = yield* sql`select 1 from second_factor where user_id = ${userKey}::bigint for update`
        if (found.length === 0) return false
        yield* insertCodes(sql, userKey, codes)
        return true
      })
    )
  })

const remove = (sql: SqlClient.SqlClient): SecondFactors["Service"]["remove"] =>
  operation("SecondFactors.remove", function* (userKey, { force } = { force: false }) {
    const [row] = yield* sql<{ readonly found: boolean; readonly removed: boolean }>`
      with removed as (
        delete from second_factor where user_id = ${userKey}::bigint and (${force}::boolean or not exists (
          select 1 from membership ms join account a on a.id = ms.account_id
          where ms.user_id = ${userKey}::bigint and ms.removed_at is null and a.second_factor_required))
        returning 1
      )
      select exists (select 1 from second_factor where user_id = ${userKey}::bigint) as found,
        exists (select 1 from removed) as removed`
    const result: RemoveSecondFactorResult =
      row?.removed === true ? "Removed" : row?.found === true ? "Required" : "Absent"
    return result
  })

const setRequired = (sql: SqlClient.SqlClient): SecondFactors["Service"]["setRequired"] =>
  operation("SecondFactors.setRequired", function* ({ accountKey, userKey }, isRequired) {
    const rows = yield* sql`
      update account set second_factor_required = ${isRequired}::boolean
      where id = ${accountKey}::bigint
        and (not ${isRequired}::boolean or exists (select 1 from second_factor where user_id = ${userKey}::bigint))
      returning 1`
    return rows.length > 0
  })

/** {@link SecondFactors} over PostgreSQL. */
export const layerSecondFactors: Layer.Layer<SecondFactors, never, SqlClient.SqlClient> = Layer.effect(
  SecondFactors,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SecondFactors.of({
      find: find(sql),
      stateFor: stateFor(sql),
      set: set(sql),
      useStep: useStep(sql),
      useRecoveryCode: useRecoveryCode(sql),
      replaceRecoveryCodes: replaceRecoveryCodes(sql),
      remove: remove(sql),
      setRequired: setRequired(sql)
    })
  )
)
