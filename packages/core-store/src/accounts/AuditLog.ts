import { AuditActor, AuditChange, isPublicId, type PlanName, Plans } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import { type Database, frequentStatement, PostgresJs } from "../sql/PostgresJs.ts"
import { operation, type Returns, storeError, type StoreError } from "../sql/operation.ts"
import { deleteBatch } from "../sql/deleteBatch.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { CreationEntry } from "../access/CreationEntry.ts"
import { hasHash } from "../access/keyHash.sql.ts"
import { type SessionClient, storedClient } from "./Sessions.ts"

/** A change that is about to be made and logged. */
export interface NewAuditEntry {
  readonly accountId: string
  /** The resource and the verb, such as `domains.create`. */
  readonly action: string
  /**
   * The id of the changed object. Null if the object is new, if several objects change, or if the account itself
   * changes.
   */
  readonly target: string | null
  readonly actor: AuditActor
  /** The public id of the person, if the actor is a person. */
  readonly userId: string | null
  /** The SHA-256 of the API key, if the actor uses one. */
  readonly keyHash: Uint8Array | null
  readonly client: SessionClient
}

/** A change that concerns one person, logged in an account to which the person belongs. */
export interface PersonalAuditEntry extends Pick<NewAuditEntry, "action" | "actor" | "client"> {
  /**
   * The membership by its public id, or the person and one of its memberships. Default: the person's own account, or
   * else the oldest membership, as for a session.
   */
  readonly who:
    | { readonly membershipId: string }
    | { readonly userKey: string; readonly membershipKey?: string | undefined }
  readonly target?: string
}

/** One of several changes that a single request makes. */
export interface ChangedThing extends Pick<NewAuditEntry, "action" | "target"> {
  readonly changes: ReadonlyArray<AuditChange>
}

/** The monitors that one request has changed, and the fields that it sets. */
export interface EditedMonitors {
  /** The public ids of the monitors. */
  readonly targets: ReadonlyArray<string>
  readonly fields: ReadonlyArray<string>
}

/** An entry of the audit log. */
export interface StoredAuditEntry {
  readonly id: string
  readonly at: Date
  /** Whether the result of the change is known. False if the process ended during the change. */
  readonly isFinished: boolean
  readonly action: string
  readonly target: string | null
  readonly actor: AuditActor
  /** The email address that the person had at the time of the change. */
  readonly email: string | null
  /** The name that the API key had at the time of the change. */
  readonly keyName: string | null
  readonly address: string
  readonly userAgent: string
  readonly changes: ReadonlyArray<AuditChange>
}

/** The filter of a list of entries. */
export interface AuditFilter {
  /** A complete action such as `domains.create`, or only the part before the dot. */
  readonly action?: string | undefined
  /** The email address of a person. Case-insensitive. */
  readonly email?: string | undefined
  readonly target?: string | undefined
  /** The start of the period. Older entries are left out. */
  readonly since?: Date | undefined
  /** The end of the period. Entries from this time on are left out. */
  readonly until?: Date | undefined
}

const expiryText = Effect.map(
  Plans,
  ({ agency, free, pro }) => `mon_now() + make_interval(days => case
    when a.plan = 'free' or a.plan_expires_at <= mon_now() then ${free.auditLogDays}
    when a.plan = 'pro' then ${pro.auditLogDays} else ${agency.auditLogDays} end)`
)

/** The SQL for the time at which a new entry of the account `a` expires. The time depends on the plan. */
export const auditExpiry = (sql: SqlClient.SqlClient) => Effect.map(expiryText, (text) => sql.literal(text))

const addAuditEntries = (sql: SqlClient.SqlClient) =>
  operation(
    "AuditLog.addAll",
    function* (request: Omit<NewAuditEntry, "action" | "target">, changed: ReadonlyArray<ChangedThing>) {
      const { accountId, actor, client, keyHash, userId } = request
      if (changed.length === 0) return
      const { address, userAgent } = storedClient(client)
      const items = JSON.stringify(changed.map((one, position) => ({ ...one, position })))
      yield* sql`
      insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, email, key_name, address,
        user_agent, changes)
      select a.id, ${yield* auditExpiry(sql)}, mon_now(), i.action, i.target, ${actor},
        (select u.email from app_user u where u.public_id = ${userId}::uuid),
        (select k.name from api_key k where ${sql.literal(hasHash("k", "h.hash"))} limit 1), ${address}, ${userAgent},
        i.changes
      from account a, (select ${keyHash}::bytea as hash) h,
        jsonb_to_recordset(${items}::text::jsonb) as i(action text, target text, changes jsonb, position int)
      where a.public_id = ${accountId}::uuid
      order by i.position`
    }
  )

const texts = (parameter: string): string => `array(select jsonb_array_elements_text(${parameter}::text::jsonb))`

const FINISH = `
  update audit_entry set finished_at = mon_now(), target = coalesce(target, $2::text), changes = $3::text::jsonb`

const FINISH_ONE = `${FINISH} where id = $1::bigint`

const FINISH_SEVERAL = `
  ${FINISH}, targets = ${texts("$4")}, fields = ${texts("$5")} where id = $1::bigint`

interface AuditOutcome {
  /** The id of the object that the change created. */
  readonly target: string | null
  readonly changes: ReadonlyArray<AuditChange>
  /** The changed monitors, if the request changed several monitors. */
  readonly edited?: EditedMonitors | null
}

const toFinishError = storeError("AuditLog.finish")

const finishAuditEntry =
  (database: Database) =>
  (key: string, { changes, edited = null, target }: AuditOutcome): Effect.Effect<void, StoreError> => {
    const values = [key, target, JSON.stringify(changes)]
    const finished =
      edited === null
        ? frequentStatement(database, FINISH_ONE, values)
        : frequentStatement(database, FINISH_SEVERAL, [
            ...values,
            JSON.stringify(edited.targets),
            JSON.stringify(edited.fields)
          ])
    return finished.pipe(Effect.mapError(toFinishError), Effect.asVoid)
  }

const beginStatement = (expiry: string): string => `
  insert into audit_entry (account_id, expires_at, action, target, actor, email, key_name, address, user_agent)
  select a.id, ${expiry}, $1::text, $2::text, $3::text,
    (select u.email from app_user u where u.public_id = $4::uuid),
    (select k.name from api_key k where ${hasHash("k", "h.hash")} limit 1), $5::text, $6::text
  from account a, (select $7::bytea as hash) h where a.public_id = $8::uuid
  returning id::text as key`

const toBeginError = storeError("AuditLog.begin")

const beginAuditEntry = (database: Database) => (entry: NewAuditEntry) => {
  const { accountId, action, actor, client, keyHash, target, userId } = entry
  const { address, userAgent } = storedClient(client)
  const known = target !== null && isPublicId(target) ? target : null
  const values = [action, known, actor, userId, address, userAgent, keyHash, accountId]
  return Effect.flatMap(expiryText, (expiry) =>
    frequentStatement<{ readonly key: string }>(database, beginStatement(expiry), values)
  ).pipe(
    Effect.map(([row]) => row?.key ?? null),
    Effect.mapError(toBeginError)
  )
}

/** Returns the entry about a new object, for the statement that creates the object. */
export const creationEntry = (
  { action, actor, client, keyHash, userId }: Omit<NewAuditEntry, "accountId" | "target">,
  changes: ReadonlyArray<AuditChange>
): CreationEntry => ({
  action,
  actor,
  userId,
  keyHash: keyHash === null ? null : Buffer.from(keyHash).toString("hex"),
  ...storedClient(client),
  changes
})

const addPersonalAuditEntry = (sql: SqlClient.SqlClient) =>
  operation("AuditLog.addPersonal", function* (entry: PersonalAuditEntry) {
    const { action, actor, client, target, who } = entry
    const { address, userAgent } = storedClient(client)
    const [concerned, preferred] =
      "membershipId" in who
        ? [sql`ms.public_id = ${who.membershipId}::uuid`, null]
        : [sql`ms.user_id = ${who.userKey}::bigint`, who.membershipKey ?? null]
    yield* sql`
      insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, email, address, user_agent)
      select a.id, ${yield* auditExpiry(sql)}, mon_now(), ${action}, ${target ?? null}, ${actor}, u.email, ${address}, ${userAgent}
      from membership ms join account a on a.id = ms.account_id join app_user u on u.id = ms.user_id
      where ${concerned} and ms.removed_at is null
      order by ms.id = ${preferred}::bigint desc nulls last, ms.role = 'owner' desc, ms.id
      limit 1`
  })

export const notePlanChange = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountKey: string,
  before: PlanName,
  after: PlanName,
  actor: AuditActor
) {
  if (before === after) return
  const changes = JSON.stringify([{ field: "plan", before, after }])
  yield* sql`
    insert into audit_entry (account_id, expires_at, finished_at, action, target, actor, address, user_agent, changes)
    select a.id, ${yield* auditExpiry(sql)}, mon_now(), 'account.plan', null, ${actor}, '', '', ${changes}::text::jsonb
    from account a where a.id = ${accountKey}::bigint`
})

interface Row extends Omit<StoredAuditEntry, "actor" | "changes"> {
  readonly actor: string
  readonly changes: unknown
}

const decodeChanges = Schema.decodeUnknownOption(Schema.Array(AuditChange))
const decodeActor = Schema.decodeUnknownOption(AuditActor)

/** Leaves out parts that a newer release stored in a different form. */
const toEntry = (row: Row): StoredAuditEntry => ({
  ...row,
  actor: Option.getOrElse(decodeActor(row.actor), () => "service" as const),
  changes: Option.getOrElse(decodeChanges(row.changes), () => [])
})

const entriesOf = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, filter: AuditFilter) => {
  const { action, email, since, target, until } = filter
  const all = sql`true`
  return sql`
    e.account_id = ${accountKey}::bigint and e.expires_at > mon_now()
    and ${action === undefined ? all : sql`${action} in (e.action, split_part(e.action, '.', 1))`}
    and ${email === undefined ? all : sql`lower(e.email) = lower(${email})`}
    and ${target === undefined ? all : sql`e.target = ${target}`}
    and ${since === undefined ? all : sql`e.at >= ${since}::timestamptz`}
    and ${until === undefined ? all : sql`e.at < ${until}::timestamptz`}`
}

const columns = (sql: SqlClient.SqlClient) => sql`
  e.public_id as id, e.at, e.finished_at is not null as "isFinished", e.action, e.target, e.actor, e.email,
  e.key_name as "keyName", e.address, e.user_agent as "userAgent", e.changes`

const listAuditEntries = (sql: SqlClient.SqlClient) =>
  operation(
    "AuditLog.list",
    function* (
      scope: AccessScope,
      filter: AuditFilter,
      page: { readonly before?: string | undefined; readonly limit: number }
    ): Returns<ReadonlyArray<StoredAuditEntry> | null> {
      let older = sql`true`
      if (page.before !== undefined) {
        const [cursor] = isPublicId(page.before)
          ? yield* sql<{ readonly key: string }>`
            select id::text as key from audit_entry
            where account_id = ${scope.accountKey}::bigint and public_id = ${page.before}::uuid`
          : []
        if (cursor === undefined) return null
        older = sql`e.id < ${cursor.key}::bigint`
      }
      const rows = yield* sql<Row>`
      select ${columns(sql)} from audit_entry e where ${entriesOf(sql, scope, filter)} and ${older}
      order by e.id desc limit ${page.limit}`
      return rows.map(toEntry)
    }
  )

const streamAuditEntries =
  (sql: SqlClient.SqlClient) =>
  (scope: AccessScope, filter: AuditFilter): Stream.Stream<StoredAuditEntry, StoreError> =>
    sql<Row>`select ${columns(sql)} from audit_entry e where ${entriesOf(sql, scope, filter)} order by e.id desc`.stream.pipe(
      Stream.map(toEntry),
      Stream.mapError(storeError("AuditLog.stream"))
    )

/**
 * The log of the changes in an account, with the people who made the changes. An entry is stored before the change and
 * completed after the change, so that every change has an entry. The account's plan at that time decides how long the
 * entry is kept.
 */
export class AuditLog extends Context.Service<AuditLog>()("@mon/core-store/AuditLog", {
  make: Effect.map(Effect.all([PostgresJs, SqlClient.SqlClient]), ([driver, sql]) => ({
    /** Stores an entry and returns its key. Null if there is no such account. */
    begin: beginAuditEntry({ driver, sql }),
    /** Stores completed entries for the changes that one request makes in its own transaction. */
    addAll: addAuditEntries(sql),
    /**
     * Completes an entry. `target` is the id of the created object. `edited` contains the monitors that a request for
     * several monitors has changed.
     */
    finish: finishAuditEntry({ driver, sql }),
    /** Deletes the entry of a change that was refused. */
    withdraw: operation("AuditLog.withdraw", function* (key: string) {
      yield* sql`delete from audit_entry where id = ${key}::bigint`
    }),
    /** Stores a completed entry without changed fields. Has no effect if the person belongs to no account. */
    addPersonal: addPersonalAuditEntry(sql),
    /** Lists entries of the caller's account, newest first. Null if `before` is not the id of an entry. */
    list: listAuditEntries(sql),
    /** Streams the entries of all pages that `list` would return. */
    stream: streamAuditEntries(sql),
    /** Deletes at most `limit` expired entries. Returns the number of deleted entries. */
    purge: operation("AuditLog.purge", (limit: number) =>
      deleteBatch(sql, { table: "audit_entry", key: "id", where: sql`expires_at <= mon_now()`, limit })
    )
  }))
}) {
  static readonly layer = Layer.effect(AuditLog, AuditLog.make)
}
