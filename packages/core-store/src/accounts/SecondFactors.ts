import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { lockPerson } from "./passwordChange.ts"

/** The second factor of a person, as stored. */
export interface StoredSecondFactor {
  /** The secret for the codes, sealed by the caller. */
  readonly sealed: string
  readonly enabledAt: Date
  readonly recoveryCodes: number
}

/** A second factor to store. */
export interface NewSecondFactor {
  readonly sealed: string
  /** The time step of the code that proved the second factor. This code cannot be used again. */
  readonly step: number
  /** The SHA-256 of each recovery code. */
  readonly recoveryCodes: ReadonlyArray<Uint8Array>
}

/** The state of the second factor in the caller's settings. */
export interface SecondFactorState {
  /** The time from which the person has a second factor. Null if the person has no second factor. */
  readonly enabledAt: Date | null
  readonly recoveryCodes: number
  /** Whether the account requires everybody to have a second factor. */
  readonly isRequired: boolean
}

/** The result of a removal. `Required` means that an account of the person requires a second factor. */
export type RemoveSecondFactorResult = "Removed" | "Absent" | "Required"

const hexOf = (codes: ReadonlyArray<Uint8Array>): ReadonlyArray<string> =>
  codes.map((code) => Buffer.from(code).toString("hex"))

/**
 * Uses two statements, because the insertion would not see the deletion of the old codes if both were in one statement.
 */
const insertCodes = (sql: SqlClient.SqlClient, userKey: string, codes: ReadonlyArray<Uint8Array>) =>
  Effect.andThen(
    sql`delete from recovery_code where user_id = ${userKey}::bigint`,
    sql`
    insert into recovery_code (user_id, code_hash)
    select ${userKey}::bigint, decode(code, 'hex') from unnest(${hexOf(codes)}::text[]) code`
  )

/**
 * Marks the code of a time step as used. The row lock makes concurrent uses run one after the other. The second use
 * sees the new step and changes nothing.
 */
const useStep = (sql: SqlClient.SqlClient) =>
  operation("SecondFactors.useStep", function* (userKey: string, sealed: string, step: number) {
    const rows = yield* sql`
      update second_factor set last_step = ${step}::bigint
      where user_id = ${userKey}::bigint and secret = ${sealed} and last_step < ${step}::bigint returning 1`
    return rows.length > 0
  })

const remove = (sql: SqlClient.SqlClient) =>
  operation(
    "SecondFactors.remove",
    function* (userKey: string, { force }: { readonly force: boolean } = { force: false }) {
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
    }
  )

/**
 * The second factors of people, and the accounts that require a second factor. People are identified by their internal
 * keys.
 */
export class SecondFactors extends Context.Service<SecondFactors>()("@mon/core-store/SecondFactors", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    find: operation("SecondFactors.find", function* (userKey: string) {
      const [row] = yield* sql<StoredSecondFactor>`
      select f.secret as sealed, f.enabled_at as "enabledAt",
        (select count(*)::int from recovery_code r where r.user_id = f.user_id) as "recoveryCodes"
      from second_factor f where f.user_id = ${userKey}::bigint`
      return row ?? null
    }),
    stateFor: operation("SecondFactors.stateFor", function* (scope: AccessScope) {
      const [row] = yield* sql<SecondFactorState>`
      select f.enabled_at as "enabledAt", a.second_factor_required as "isRequired",
        (select count(*)::int from recovery_code r where r.user_id = f.user_id) as "recoveryCodes"
      from account a left join second_factor f on f.user_id = ${scope.userKey}::bigint
      where a.id = ${scope.accountKey}::bigint`
      return row ?? { enabledAt: null, recoveryCodes: 0, isRequired: false }
    }),
    /**
     * Stores or replaces the second factor of a person, and ends all sessions of the person. False if there is no proof
     * yet that the address belongs to the person.
     */
    set: operation("SecondFactors.set", function* (userKey: string, factor: NewSecondFactor) {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const [person] = yield* lockPerson(sql, sql`u.id = ${userKey}::bigint`)
          if (person?.isConfirmed !== true) return false
          yield* sql`
          insert into second_factor (user_id, secret, last_step) values (${userKey}::bigint, ${factor.sealed}, ${factor.step}::bigint)
          on conflict (user_id) do update set secret = excluded.secret, last_step = excluded.last_step,
            enabled_at = excluded.enabled_at`
          yield* insertCodes(sql, userKey, factor.recoveryCodes)
          yield* sql`delete from user_session where user_id = ${userKey}::bigint`
          return true
        })
      )
    }),
    /**
     * Marks the code of a time step as used. False if this code or a later code was already used, or if the secret has
     * changed. Of several concurrent calls, only one returns true.
     */
    useStep: useStep(sql),
    /**
     * Uses up the recovery code with this SHA-256, and returns the number of remaining codes. Null if there is no such
     * code.
     */
    useRecoveryCode: operation("SecondFactors.useRecoveryCode", function* (userKey: string, codeHash: Uint8Array) {
      const [row] = yield* sql<{ readonly left: number }>`
      with used as (
        delete from recovery_code where user_id = ${userKey}::bigint and code_hash = ${codeHash} returning 1
      )
      select (select count(*)::int from recovery_code where user_id = ${userKey}::bigint) - 1 as left from used`
      return row?.left ?? null
    }),
    /** Replaces all recovery codes. False if the person has no second factor. */
    replaceRecoveryCodes: operation(
      "SecondFactors.replaceRecoveryCodes",
      function* (userKey: string, codes: ReadonlyArray<Uint8Array>) {
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            const found = yield* sql`select 1 from second_factor where user_id = ${userKey}::bigint for update`
            if (found.length === 0) return false
            yield* insertCodes(sql, userKey, codes)
            return true
          })
        )
      }
    ),
    /** Removes the second factor. With `force`, removes the second factor even if an account requires it. */
    remove: remove(sql),
    /**
     * Sets whether the account requires a second factor. False if the caller has no second factor, because the caller
     * would then be locked out.
     */
    setRequired: operation("SecondFactors.setRequired", function* (scope: AccessScope, isRequired: boolean) {
      const rows = yield* sql`
      update account set second_factor_required = ${isRequired}::boolean
      where id = ${scope.accountKey}::bigint
        and (not ${isRequired}::boolean or exists (select 1 from second_factor where user_id = ${scope.userKey}::bigint))
      returning 1`
      return rows.length > 0
    })
  }))
}) {
  static readonly layer = Layer.effect(SecondFactors, SecondFactors.make)
}
