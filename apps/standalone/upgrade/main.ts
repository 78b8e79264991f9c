import {
  command,
  ExitCode,
  flag,
  optional,
  runProcess,
  text,
  withDefault,
  wholeNumber
} from "@mon/bundled/command-line"
import { layerSqlClient } from "@mon/core-store"
import { startEmbedded } from "@mon/embedded-postgres"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { execFileSync, spawn } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rollingUpgrade } from "./rolling.ts"
import { TABLE_ROWS, UPGRADE_KEY } from "./tableRows.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const READY_WITHIN_MS = 120_000
const GONE_WITHIN_MS = 20_000

/** The tables that may have fewer rows after a start, because periodic tasks of every version purge expired rows. */
const PURGED: ReadonlySet<string> = new Set([
  "attempt_limit",
  "blob",
  "blob_bytes",
  "email_health_report",
  "event_stream",
  "handled_effect",
  "idempotent_request",
  "rate_window",
  "share_challenge",
  "worker_location"
])

const git = (...args: ReadonlyArray<string>) =>
  execFileSync("git", args, { cwd: root, maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "inherit"] })

const cacheModule: string = new URL("../../../scripts/user-cache.mjs", import.meta.url).href
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000

const checkOut = (commit: string, folder: string): void => {
  execFileSync("tar", ["-x", "-C", folder], { input: git("archive", commit) })
  execFileSync(process.execPath, ["scripts/bootstrap.mjs"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })
}

const removeUnused = (folder: string): void => {
  for (const name of readdirSync(folder))
    if (Date.now() - statSync(join(folder, name)).mtimeMs > KEPT_MS)
      rmSync(join(folder, name), { recursive: true, force: true })
}

/**
 * Returns a folder with the sources of a commit. The installation takes longer than the check, so the folder stays in
 * the user's cache. npm links packages with relative paths, so the folder can be renamed after the installation.
 * Another process may have created the same folder first.
 */
const sourcesOf = async (commit: string): Promise<string> => {
  const { userCache } = (await import(cacheModule)) as { readonly userCache: () => string | null }
  const all = join(userCache() ?? tmpdir(), "mon-earlier")
  mkdirSync(all, { recursive: true })
  removeUnused(all)
  const hash = git("rev-parse", "--verify", `${commit}^{commit}`).toString().trim()
  const kept = join(all, hash)
  if (!existsSync(kept)) {
    const made = mkdtempSync(join(all, "new-"))
    try {
      checkOut(hash, made)
      if (!existsSync(kept)) renameSync(made, kept)
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  }
  utimesSync(kept, new Date(), new Date())
  return kept
}

const countRows = (dataDir: string) =>
  Effect.gen(function* () {
    const server = yield* Effect.promise(() => startEmbedded({ dataDir }))
    const counts = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found = new Map<string, number>()
      for (const [table] of TABLE_ROWS) {
        // An earlier commit may not have the table yet.
        const [present] = yield* sql`select 1 where to_regclass(${table}) is not null`
        if (present === undefined) continue
        const [row] = yield* sql<{ rows: number }>`select count(*)::int as rows from ${sql(table)}`
        found.set(table, row?.rows ?? 0)
      }
      return found
    })
    return yield* Effect.provide(counts, layerSqlClient({ url: Redacted.make(server.url) })).pipe(
      Effect.ensuring(Effect.promise(() => server.stop()))
    )
  })

/** Starts the current version of the service, passes the service's URL to `use`, and then stops the service. */
const withService = async <A>(dataDir: string, use: (url: string) => Promise<A>): Promise<A> => {
  const child = spawn(process.execPath, ["--conditions=@mon/source", "apps/standalone/src/main.ts"], {
    cwd: root,
    env: { ...process.env, MON_DATA_DIR: dataDir, MON_PORT: "0", MON_LOG_FORMAT: "json" },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const exited = new Promise<number | null>((done) => child.once("exit", done))
  let output = ""
  try {
    const url = await new Promise<string>((done, fail) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString()
        const [, ready] = /Mon is ready at (http:\/\/[^\s"]+)/u.exec(output) ?? []
        if (ready !== undefined) done(ready)
      }
      child.stdout.on("data", read)
      child.stderr.on("data", read)
      void exited.then((code) => fail(new Error(`The service ended with ${code} before it was ready:\n${output}`)))
      setTimeout(() => fail(new Error(`The service was not ready in time:\n${output}`)), READY_WITHIN_MS).unref()
    })
    return await use(url)
  } finally {
    child.kill("SIGTERM")
    const late = setTimeout(() => child.kill("SIGKILL"), GONE_WITHIN_MS)
    await exited
    clearTimeout(late)
  }
}

/** The paths of requests that read the filled tables. Each request must succeed. */
const READS = [
  "/domains?limit=50",
  "/urls?limit=50",
  "/incidents?limit=50",
  "/notifications?limit=50",
  "/status",
  "/status-pages"
] as const

const readAll = (url: string): Promise<ReadonlyArray<string>> =>
  Promise.all(
    READS.map(async (path) => {
      const response = await fetch(`${url}/api/v1${path}`, { headers: { "X-API-Key": UPGRADE_KEY } })
      return response.ok ? "" : `GET ${path} gave ${response.status}: ${await response.text()}`
    })
  ).then((problems) => problems.filter((problem) => problem !== ""))

const lostRows = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): ReadonlyArray<string> =>
  [...before].flatMap(([table, rows]) => {
    const left = after.get(table) ?? 0
    return left >= rows || PURGED.has(table) ? [] : [`${table} had ${rows} rows and has ${left}.`]
  })

/**
 * Passes the sources of a commit, and a data folder that does not exist yet, to `use`. Then removes the data folder.
 */
const withCommit = async <A>(commit: string, use: (old: string, dataDir: string) => Promise<A>): Promise<A> => {
  const work = mkdtempSync(join(tmpdir(), "mon-upgrade-"))
  try {
    return await use(await sourcesOf(commit), join(work, "data"))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const upgrade = (commit: string, rows: number): Promise<ReadonlyArray<string>> =>
  withCommit(commit, async (old, dataDir) => {
    execFileSync(
      process.execPath,
      ["--conditions=@mon/source", "apps/standalone/upgrade/fill.ts", "--rows", String(rows), dataDir],
      { cwd: old, stdio: ["ignore", "ignore", "inherit"] }
    )
    const before = await Effect.runPromise(countRows(dataDir))
    const problems = await withService(dataDir, readAll)
    return [...problems, ...lostRows(before, await Effect.runPromise(countRows(dataDir)))]
  })

await runProcess(
  command({
    name: "npm run upgrade --",
    description:
      "Starts this version on a data folder that an earlier commit made, and checks that it reads everything and loses nothing.",
    options: {
      from: optional(
        text("commit", "a commit of this repository"),
        "The earlier commit. Default: apps/standalone/upgrade/baseline"
      ),
      rows: withDefault(wholeNumber("rows", 1, 1_000_000), 10_000, "Rows of each table"),
      rolling: flag("Run processes of both versions side by side instead, as in a rolling upgrade")
    },
    arguments: {},
    exitCodes: {
      ok: "Nothing was lost",
      finding: "Something was lost or cannot be read",
      couldNot: "The check did not finish"
    },
    run: async ({ from, rolling, rows }, { out }) => {
      const commit = from ?? readFileSync(new URL("baseline", import.meta.url), "utf8").trim()
      const problems = await (rolling
        ? withCommit(commit, (old, dataDir) => rollingUpgrade(old, root, dataDir))
        : upgrade(commit, rows))
      for (const problem of problems) out(`${problem}\n`)
      const what = rolling ? "A rolling upgrade" : `${TABLE_ROWS.length} tables of ${rows} rows`
      out(`${what} from ${commit}, ${problems.length} problems.\n`)
      return problems.length === 0 ? ExitCode.ok : ExitCode.finding
    }
  }),
  new URL("../package.json", import.meta.url)
)
