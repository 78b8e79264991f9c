import { command, CommandError, ExitCode, runProcess, wholeNumber, withDefault } from "@mon/bundled/command-line"
import { type BlobBytes, layerDiskBytes, layerSqlClient, migrate, migrations } from "@mon/core-store"
import { startEmbedded } from "@mon/embedded-postgres"
import { Effect, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { checksums, fillTo } from "./fillTo.ts"

const MEGABYTE = 1_000_000
const MEMORY_EVERY_MS = 100

const source = fileURLToPath(new URL("../src/mon-server.ts", import.meta.url))

const withDatabase = async <A, E>(
  dataDir: string,
  use: Effect.Effect<A, E, SqlClient.SqlClient | BlobBytes>
): Promise<A> => {
  const server = await startEmbedded({ dataDir })
  try {
    return await Effect.runPromise(
      Effect.provide(use, [
        layerSqlClient({ url: Redacted.make(server.url), statementTimeoutMs: 0 }),
        layerDiskBytes(join(dataDir, "blobs"))
      ])
    )
  } finally {
    await server.stop()
  }
}

/** Returns the peak memory use of a running process, in bytes (Linux). */
const peakMemory = (pid: number): number => {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

interface Step {
  readonly name: string
  readonly seconds: number
  readonly peakBytes: number
}

const monServer = async (dataDir: string, ...args: ReadonlyArray<string>): Promise<Step> => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ["--conditions=@mon/source", source, ...args], {
    env: { ...process.env, MON_DATA_DIR: dataDir, MON_DATABASE_URL: "" },
    stdio: ["ignore", "ignore", "pipe"]
  })
  let errors = ""
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString()
  })
  let peakBytes = 0
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakMemory(child.pid ?? 0))
  }, MEMORY_EVERY_MS)
  const code = await new Promise<number | null>((done) => child.once("close", done))
  clearInterval(watch)
  if (code !== 0) throw new CommandError(`mon-server ${args.join(" ")} ended with ${code}:\n${errors}`)
  return { name: args[0] ?? "", seconds: (performance.now() - startedAt) / 1000, peakBytes }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE).toLocaleString("en-US")} MB`

const drill = async (bytes: number, out: (text: string) => void): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), "mon-drill-"))
  const [original, copy, file] = [join(folder, "original"), join(folder, "copy"), join(folder, "drill.mon")]
  try {
    const { before, size } = await withDatabase(
      original,
      Effect.gen(function* () {
        yield* migrate(migrations)
        const filled = yield* fillTo(bytes)
        return { size: filled, before: yield* checksums }
      })
    )
    out(`database: ${megabytes(size)}\n`)
    for (const [dataDir, ...args] of [
      [original, "backup", file],
      [original, "verify", file],
      [copy, "restore", file]
    ] as const) {
      const { name, peakBytes, seconds } = await monServer(dataDir, ...args)
      out(`${name}: ${seconds.toFixed(1)} s, at most ${megabytes(peakBytes)} of memory\n`)
      if (name === "backup") out(`file: ${megabytes(statSync(file).size)}\n`)
    }
    const after = await withDatabase(copy, checksums)
    const different = [...before].filter(([table, sum]) => after.get(table) !== sum)
    for (const [table, sum] of different) out(`${table}: ${sum} before, ${after.get(table) ?? "no table"} after\n`)
    out(`${before.size - 1} tables and the images compared, ${different.length} differ.\n`)
    return different.length === 0 ? ExitCode.ok : ExitCode.finding
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await runProcess(
  command({
    name: "npm run restore-drill --",
    description: "Backs up a database of a given size, restores it into an empty one, and compares every table.",
    options: {
      megabytes: withDefault(
        wholeNumber("size", 10, 1_000_000),
        1_000,
        "The size of the database, in MB. Needs five times that on disk"
      )
    },
    arguments: {},
    exitCodes: {
      ok: "Every table was restored",
      finding: "A table differs after the restore",
      couldNot: "The drill did not finish"
    },
    run: ({ megabytes: size }, { out }) => drill(size * MEGABYTE, out)
  }),
  new URL("../package.json", import.meta.url)
)
