import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import { gunzipSync } from "node:zlib"
import { entries } from "../src/backup/Tar.ts"
import { AccountExports, Blobs, Domains, layerPostgresBytes, Secrets } from "../src/index.ts"
import { exportedTables, notExported } from "../src/accountExport/exportedTables.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"
import { fillAccount, programTables, withoutRules } from "./filledAccount.ts"
import { installClock, setClock } from "./movableClock.ts"

const layerWithBlobs = Layer.provideMerge(
  Layer.mergeAll(
    AccountExports.layer,
    Layer.provide(Blobs.layer, layerPostgresBytes),
    Secrets.layer(["a secret of at least 32 characters"])
  ),
  layerStore
)

const exported = Effect.fnUntraced(function* (accountKey: string) {
  const pieces = yield* Stream.runCollect((yield* AccountExports).archive(accountKey))
  const tar = gunzipSync(Buffer.concat([...pieces]))
  return yield* Effect.promise(async () => {
    const files = new Map<string, Buffer>()
    const source = (async function* () {
      yield tar
    })()
    for await (const { bytes, name } of entries(source, 10_000_000)) files.set(name, Buffer.from(bytes))
    return files
  })
})

const rowsOf = (files: ReadonlyMap<string, Buffer>, table: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  [...files]
    .filter(([name]) => name.startsWith(`tables/${table}-`))
    .flatMap(([, bytes]) => bytes.toString().trimEnd().split("\n"))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

/** Columns that are not secret, although their names suggest secrets. */
const notSecret: ReadonlySet<string> = new Set([
  "account.second_factor_required",
  "audit_entry.key_name",
  "config_key.key",
  "incident.trigger_status_code",
  "status_page.logo_hash",
  "url_page.text_hash",
  "url_page.image_hash",
  "url_screenshot.image_hash",
  "url_screenshot.thumbnail_hash"
])

layer(layerWithBlobs, { excludeTestServices: true })("the export of an account", (it) => {
  it.effect("contains every table of the database, or names the reason why not", () =>
    Effect.gen(function* () {
      const known = [...Object.keys(exportedTables), ...Object.keys(notExported)]
      assert.strictEqual(new Set(known).size, known.length)
      const tables = (yield* programTables).map(({ name }) => name)
      assert.deepStrictEqual(
        tables.filter((name) => !known.includes(name)),
        []
      )
    })
  )

  it.effect("masks every column that may be a secret", () =>
    Effect.gen(function* () {
      for (const { columns, name } of yield* programTables) {
        const rule = exportedTables[name]
        if (rule === undefined) continue
        const hidden = new Set([...(rule.masked ?? []), ...(rule.omitted ?? [])])
        const open = columns.filter(
          (column) =>
            /hash|secret|token|password|sealed|credential|signature/u.test(column) &&
            !hidden.has(column) &&
            !notSecret.has(`${name}.${column}`)
        )
        assert.deepStrictEqual(open, [], name)
      }
    })
  )

  it.effect("has the rows and images of the account, no secret, and nothing of another account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const { viewer } = yield* newAccount
      const domains = yield* Domains
      for (let n = 0; n < 12; n++) yield* domains.create(viewer, newDomain(`d${n}.example`), 100)
      yield* (yield* Domains).create((yield* newAccount).viewer, newDomain("foreign.example"), 100)
      const sealed = yield* secrets.seal("request-option", "canary-secret", "x")
      yield* sql`update monitor set request = ${JSON.stringify({ headers: [{ name: "A", value: sealed }] })}::text::jsonb
        where hostname = 'd3.example'`
      yield* sql`
        insert into alert_channel (public_id, account_id, kind, name, settings, shown)
        values (gen_random_uuid(), ${viewer.accountKey}::bigint, 'slack', 'Ops', 'canary-secret', '{}')`
      yield* sql`
        insert into check_history (monitor_id, checked_at, verdict, location)
        select m.id, mon_now() - n * interval '1 minute', 1, 'here' from monitor m, generate_series(1, 1300) n
        where m.hostname = 'd0.example'`
      const bytes = Buffer.from("an image")
      const hash = yield* (yield* Blobs).put({ bytes, contentType: "image/webp", keepUntil: new Date("2100-01-01") })
      yield* sql`
        insert into url_screenshot (public_id, account_id, monitor_id, captured_at, image_hash, thumbnail_hash, width, height,
          bytes, format, reason, expires_at)
        select gen_random_uuid(), account_id, id, mon_now(), ${hash}, ${hash}, 1, 1, 1, 'webp', 'change', mon_now() + interval '1 day'
        from monitor where hostname = 'd0.example'`

      const files = yield* exported(viewer.accountKey)
      assert.include(files.get("README.txt")?.toString(), "complete.json")
      assert.lengthOf(rowsOf(files, "monitor"), 12)
      assert.lengthOf(rowsOf(files, "check_history"), 1300)
      assert.deepInclude(rowsOf(files, "alert_channel")[0], { name: "Ops", settings: "***" })
      assert.deepInclude(
        rowsOf(files, "monitor").find(({ hostname }) => hostname === "d3.example"),
        { request: { headers: [{ name: "A", value: "***" }] } }
      )
      const image = files.get(`images/${hash}.webp`)
      assert.strictEqual(image === undefined ? "" : createHash("sha256").update(image).digest("hex"), hash)
      const complete = JSON.parse(files.get("complete.json")?.toString() ?? "{}") as {
        tables: Record<string, number>
        images: number
      }
      assert.deepInclude(complete.tables, { monitor: 12, check_history: 1300, app_user: 1 })
      assert.strictEqual(complete.images, 1)
      const all = Buffer.concat([...files.values()]).toString()
      for (const text of ["canary-secret", sealed, "foreign.example"]) assert.notInclude(all, text)
    })
  )

  it.effect("begins once in ten minutes", () =>
    Effect.gen(function* () {
      yield* installClock("2026-03-01T12:00:00Z")
      const exports = yield* AccountExports
      const { viewer } = yield* newAccount
      const begun = yield* Effect.all([exports.begin(viewer.accountKey), exports.begin(viewer.accountKey)], {
        concurrency: 2
      })
      assert.deepStrictEqual(begun.toSorted(), [false, true])
      yield* setClock("2026-03-01T12:10:00Z")
      assert.isTrue(yield* exports.begin(viewer.accountKey))
    })
  )

  it.effect("reads every table that it names, and shows no masked value of any", () =>
    Effect.gen(function* () {
      yield* withoutRules
      const filled = yield* fillAccount(1)
      const files = yield* exported(String(filled.number))
      for (const [table, { masked = [], omitted = [] }] of Object.entries(exportedTables)) {
        const [row] = rowsOf(files, table)
        assert.isDefined(row, table)
        for (const column of masked) assert.strictEqual(row?.[column], "***", `${table}.${column}`)
        for (const column of omitted) assert.notProperty(row, column, table)
      }
    })
  )
})
