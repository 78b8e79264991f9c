// Tests the move from a database of Uptime Kuma to the first check of all its monitors.
import { assert, layer } from "@effect/vitest"
import { importFiles } from "@mon/import/node"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { request, Service } from "./Service.ts"

const MONITORS = 1_000

/** Writes a database with only the needed columns, because the importer reads columns by name. */
const writeDatabase = (path: string, port: number): void => {
  const database = new DatabaseSync(path)
  database.exec(`
    create table monitor (id integer primary key, name text, type text, url text, interval integer, timeout double,
      method text, active boolean, accepted_statuscodes_json text);
    create table tag (id integer primary key, name text, color text);
    create table monitor_tag (id integer primary key, monitor_id integer, tag_id integer, value text);
    insert into tag values (1, 'Kuma', '#2563EB');
    begin`)
  const monitor = database.prepare("insert into monitor values (?, ?, 'http', ?, 60, 48, 'GET', 1, '[\"200-299\"]')")
  const tag = database.prepare("insert into monitor_tag (monitor_id, tag_id, value) values (?, 1, '')")
  for (let id = 1; id <= MONITORS; id++) {
    monitor.run(id, `Monitor ${id}`, `http://m${id}.example.com:${port}/`)
    tag.run(id)
  }
  database.exec("commit")
  database.close()
}

interface Plan {
  readonly planId: string
  readonly create: ReadonlyArray<object>
  readonly refused: ReadonlyArray<object>
}

layer(Service.layer, { excludeTestServices: true, timeout: 60_000 })("a database of Uptime Kuma", (it) => {
  it.effect(
    "becomes monitors that are all checked, and a second import changes nothing",
    () =>
      Effect.gen(function* () {
        const { dns, site } = yield* Service
        const folder = yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "mon-move-"))),
          (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
        )
        for (let id = 1; id <= MONITORS; id++) dns.zone.set(`m${id}.example.com`, { A: [site.host] })
        const path = join(folder, "kuma.db")
        writeDatabase(path, site.port)
        const begin = performance.now()
        const imported = yield* Effect.promise(() => importFiles("uptime-kuma", [path]))
        if (!imported.ok) throw new Error(imported.message)
        const planned = yield* request("POST", "/config/plan", { document: imported.config })
        const plan = planned.body.data as Plan
        assert.deepStrictEqual([planned.status, plan.refused], [200, []])
        const applied = yield* request("POST", "/config/apply", { planId: plan.planId })
        assert.strictEqual(applied.status, 200, applied.body.message)
        const unchecked = Effect.map(request("GET", "/monitors"), ({ body }) => {
          const { fields, rows } = body.data as {
            readonly fields: ReadonlyArray<string>
            readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
          }
          const state = fields.indexOf("state")
          return {
            count: rows.length,
            unknown: rows.filter((row) => row[state] === "unknown").length,
            up: rows.filter((row) => row[state] === "up").length
          }
        })
        const found = yield* Effect.repeat(unchecked, {
          until: ({ count, unknown }) => count === MONITORS && unknown === 0
        })
        const seconds = (performance.now() - begin) / 1_000
        process.stderr.write(
          `${MONITORS} monitors: from the file to the first check of all in ${seconds.toFixed(1)} s.\n`
        )
        assert.strictEqual(found.up, MONITORS)
        const again = yield* request("POST", "/config/plan", { document: imported.config })
        assert.deepStrictEqual((again.body.data as Plan).create, [])
        assert.strictEqual((again.body.data as { readonly changes: number }).changes, 0)
      }),
    300_000
  )
})
