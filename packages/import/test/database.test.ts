import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { databaseLimits, readTables } from "../src/database/readTables.ts"
import { READER } from "../src/database/readerProgram.ts"
import { importFiles } from "../src/files.ts"
import { importMonitors } from "../src/index.ts"
import { kumaMonitor, kumaTables } from "./fixtures/kumaTables.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mon-import-test-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const quoted = (name: string): string => `"${name}"`

const fill = (database: DatabaseSync, tables: Readonly<Record<string, ReadonlyArray<object>>>): void => {
  for (const [table, rows] of Object.entries(tables)) {
    const names = Object.keys(rows[0] ?? { id: 1 })
    database.exec(`create table ${quoted(table)} (${names.map(quoted).join(", ")})`)
    const insert = database.prepare(`insert into ${quoted(table)} values (${names.map(() => "?").join(", ")})`)
    for (const row of rows) insert.run(...(Object.values(row) as ReadonlyArray<string>))
  }
}

const made = (name: string, build: (database: DatabaseSync) => void): string => {
  const path = join(folder, name)
  const database = new DatabaseSync(path)
  build(database)
  database.close()
  return path
}

it("reads a database as its tables", async () => {
  const path = made("kuma.db", (database) => fill(database, kumaTables))
  const options = { today: "2026-11-23" }
  const [read, given] = await Promise.all([
    importFiles("uptime-kuma", [path], options),
    importMonitors("uptime-kuma", { tables: kumaTables }, options)
  ])
  if (!read.ok || !given.ok) throw new Error("It was refused.")
  expect(read.document).toEqual(given.document)
  expect(read.report).toEqual(given.report)
  expect(read.config).toContain("kuma-2:")
  expect(read.env).toContain("KUMA_2_AUTH_PASSWORD='not-a-real-one'\n")
})

it("reads what is in the log of a database that is in use", async () => {
  const path = join(folder, "open.db")
  const database = new DatabaseSync(path)
  database.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0")
  fill(database, { monitor: [kumaMonitor(1, { url: "https://shop.example.org" })] })
  const read = await importFiles("uptime-kuma", [path])
  database.close()
  expect(read).toMatchObject({ ok: true, document: { domains: { "kuma-1": { url: "https://shop.example.org" } } } })
})

it("runs nothing of the schema, and never reads views", async () => {
  const path = made("view.db", (database) => {
    fill(database, { real: [kumaMonitor(1, {})] })
    database.exec("create view monitor as select * from real")
  })
  expect(await importFiles("uptime-kuma", [path])).toEqual({
    ok: false,
    message: "A settings table is a view: the database was not created by Uptime Kuma."
  })
  const generated = made("generated.db", (database) => {
    database.exec("create table monitor (id, url, type, name generated always as (upper(url)) virtual)")
    database.exec("insert into monitor (id, url, type) values (1, 'https://shop.example.org', 'http')")
    database.exec("create trigger evil after insert on monitor begin delete from monitor; end")
  })
  expect(await importFiles("uptime-kuma", [generated])).toMatchObject({
    ok: true,
    document: { domains: { "kuma-1": { url: "https://shop.example.org" } } }
  })
})

it("shortens blobs and values that are too long to a remark", async () => {
  const path = made("large.db", (database) => {
    const row = { id: 1, url: "https://shop.example.org", type: "http", name: "Shop", body: "x".repeat(2_000_000) }
    fill(database, { monitor: [row] })
    database.prepare("update monitor set name = ?").run(new Uint8Array(5_000_000))
  })
  expect(await importFiles("uptime-kuma", [path])).toMatchObject({
    ok: true,
    document: { domains: { "kuma-1": { name: "(5000000 bytes)" } } }
  })
})

it("says what is wrong with a file that is no database of Uptime Kuma", async () => {
  const other = made("other.db", (database) => fill(database, { users: [{ id: 1 }] }))
  const broken = join(folder, "broken.db")
  writeFileSync(broken, `SQLite format 3\u0000${"x".repeat(5_000)}`)
  const large = join(folder, "too-large.db")
  writeFileSync(large, "SQLite format 3\u0000")
  truncateSync(large, 513 * 1_024 * 1_024)
  const binary = join(folder, "binary.json")
  writeFileSync(binary, Buffer.from([0xff, 0xfe, 0x00]))
  const messages = []
  for (const path of [other, broken, large, binary, join(folder, "none.db")]) {
    const read = await importFiles("uptime-kuma", [path])
    messages.push(read.ok ? "read" : read.message.replace(folder, "…"))
  }
  expect(messages).toEqual([
    "The database has no monitor table: it is not from Uptime Kuma.",
    "The file is not an SQLite database.",
    "…/too-large.db has more than 512 MB.",
    "…/binary.json is not UTF-8 text.",
    "…/none.db does not exist."
  ])
})

it("ends a reader that exceeds a limit with a sentence, and leaves nothing behind", async () => {
  const path = made("hostile.db", (database) => {
    database.exec("create table monitor (id integer primary key, name text)")
    database.exec(`insert into monitor select value, printf('%.*c', 500000, 'x') from
      (with recursive n(value) as (values (1) union all select value + 1 from n where value < 60) select value from n)`)
  })
  const folderOfCopies = join(folder, "copies")
  mkdirSync(folderOfCopies)
  vi.stubEnv("TMPDIR", folderOfCopies)
  const refusals = []
  for (const limit of [{ time: 5 }, { memory: 20 }, { answer: 1_048_576 }, { rows: 59 }, { bytes: 1_048_576 }]) {
    const error: unknown = await readTables(path, { ...databaseLimits, ...limit }).catch((reason: unknown) => reason)
    refusals.push(error instanceof Error ? error.message.replace(path, "…") : "read")
    expect(readdirSync(folderOfCopies)).toEqual([])
  }
  vi.unstubAllEnvs()
  expect(refusals).toEqual([
    "Reading the database took more than 0.005 s.",
    "Reading the database needed more than 20 MB of memory.",
    "The settings have more than 1 MB.",
    "A table in the database has more than 59 rows.",
    "… has more than 1 MB."
  ])
  const { monitor } = await readTables(path)
  expect(monitor).toHaveLength(60)
}, 60_000)

it("says what to do where Node has no SQLite", () => {
  const program = `const settings = ${JSON.stringify({ path: "none", tables: [], rows: 1, value: 1 })}\n${READER}`
  const { status, stdout } = spawnSync(process.execPath, ["--no-experimental-sqlite", "--input-type=module", "-"], {
    input: program,
    encoding: "utf8"
  })
  expect([status, stdout]).toEqual([1, "no_sqlite\n"])
})
