import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { quoted, type Table, tablesText } from "../src/backup/catalog.ts"

/** The values of all columns of a filled account, by type. */
export interface Filled {
  readonly number: number
  readonly uuid: string
  readonly text: string
  /** The bytes in hex. */
  readonly bytes: string
}

const PASSED = "2026-01-01T00:00:00Z"

/** The tables that only the service itself writes. */
const ofService: ReadonlySet<string> = new Set([
  "mon_migrations",
  "ping_reception",
  "worker_heartbeat",
  "service_pause",
  "service_targets",
  "test_clock"
])

const imageColumns =
  /^(image_hash|thumbnail_hash|before_image|after_image|trigger_screenshot_url|resolution_screenshot_url)$/u

const valueOf = (name: string, type: string, { bytes, number, text, uuid }: Filled): string => {
  if (name === "role") return "'owner'"
  if (type === "text" && imageColumns.test(name)) return `'${bytes}'`
  if (type.endsWith("[]")) return type === "text[]" ? `array['${text}']` : "'{1}'"
  if (type === "bigint") return String(number)
  if (type === "text") return `'${text}'`
  if (type === "uuid") return `'${uuid}'`
  if (type === "bytea") return `'\\x${bytes}'`
  if (type === "jsonb") return `to_jsonb('${text}'::text)`
  if (type === "boolean") return "false"
  if (type === "inet") return "'192.0.2.1'"
  if (type.startsWith("timestamp") || type === "date") return `'${PASSED}'`
  return "1"
}

export const programTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql.unsafe<Table>(tablesText)
  return tables.filter(({ name }) => !ofService.has(name))
})

/** Lets a test write any value into any column. This affects the whole database of the test file. */
export const withoutRules = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    do $$ declare c record; begin
      for c in select conrelid::regclass as t, conname from pg_constraint
        where contype = 'c' and connamespace = current_schema()::regnamespace and conislocal loop
        execute format('alter table %s drop constraint %I', c.t, c.conname);
      end loop;
    end $$`
})

/**
 * Creates an account with one row in every table. All numbers, ids, texts and bytes of an account are equal, so that
 * every reference is valid and everything of the account can be found again.
 */
export const fillAccount = Effect.fn("fillAccount")(function* (n: number) {
  const sql = yield* SqlClient.SqlClient
  const filled: Filled = {
    number: 1_000_000 + n,
    uuid: `0190a000-0000-7000-8000-00000000000${n}`,
    text: `canary${n}@mon.example`,
    bytes: `ca${n}a`.repeat(16)
  }
  const tables = yield* programTables
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local session_replication_role = replica`
      for (const { columns, name, types } of tables) {
        const values = columns.map((column, at) => valueOf(column, types[at] ?? "", filled))
        yield* sql.unsafe(
          `insert into ${quoted(name)} (${columns.map((column) => quoted(column)).join(", ")}) overriding system value
          values (${values.join(", ")})`
        )
      }
      yield* sql`
        update account set deletion_requested_at = null, deletes_at = null, suspended_at = null, notifications_paused_at = null,
          deletion_notified_at = null, plan = 'pro', base_plan = null, served_plan = null
        where id = ${filled.number}`
      yield* sql`update monitor set deleted_at = null, paused_at = null, kind = 1 where id = ${filled.number}`
      yield* sql`update membership set removed_at = null where id = ${filled.number}`
    })
  )
  return filled
})

export const tablesWith = Effect.fn("tablesWith")(function* ({ bytes, number, text, uuid }: Filled) {
  const sql = yield* SqlClient.SqlClient
  const found: Array<string> = []
  for (const { columns, name, types } of yield* programTables) {
    const numbers = columns.filter((_, at) => types[at] === "bigint").map((column) => `t.${quoted(column)} = ${number}`)
    const rows = yield* sql.unsafe(
      `select 1 from ${quoted(name)} t where t::text ~ $1 ${numbers.map((condition) => `or ${condition}`).join(" ")} limit 1`,
      [[uuid, text, bytes].join("|")]
    )
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
})
