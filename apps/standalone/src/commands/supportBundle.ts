import { readApiConfig } from "@mon/api"
import { command, CommandError, ExitCode, filePath, flag, optional, required } from "@mon/bundled/command-line"
import { tarEnd, tarEntry, OperatorAccounts, OperatorDeliveries, StoredJobs } from "@mon/core-store"
import { Clock, Console, Effect, Layer } from "effect"
import { closeSync, existsSync, fstatSync, openSync, readSync, writeFileSync } from "node:fs"
import { arch, cpus, release, totalmem } from "node:os"
import process from "node:process"
import { gzipSync } from "node:zlib"
import packageJson from "../../package.json" with { type: "json" }
import { readSettings } from "../Settings.ts"
import { layerStore } from "../Store.ts"
import { confidentialValues, removeConfidential, shownSettings, withoutValues } from "../support/confidential.ts"
import { databaseFacts } from "../support/databaseFacts.ts"
import { asSettingError } from "@mon/model"
import { examine } from "./doctor.ts"
import { runEffect } from "./runEffect.ts"
import { findSecret } from "./ServiceSecret.ts"

const layerOperator = Layer.mergeAll(StoredJobs.layer, OperatorDeliveries.layer, OperatorAccounts.layer).pipe(
  Layer.provideMerge(layerStore)
)

const LOG_BYTES = 500_000
const METRICS_TIMEOUT_MS = 5_000

const readEnd = (path: string): string => {
  const file = openSync(path, "r")
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, LOG_BYTES))
    readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString("utf8")
  } finally {
    closeSync(file)
  }
}

const readMetrics = Effect.gen(function* () {
  const { host, metricsPort, port } = yield* readApiConfig(process.env)
  return yield* Effect.tryPromise(async (signal) => {
    const address = host.includes(":") ? `[${host}]` : host
    const response = await fetch(`http://${address}:${metricsPort ?? port}/metrics`, { signal })
    return await response.text()
  }).pipe(
    Effect.timeout(METRICS_TIMEOUT_MS),
    Effect.catch(() => Effect.succeed("# No service answered at MON_METRICS_PORT or MON_PORT.\n"))
  )
})

const machine = () => ({
  mon: packageJson.version,
  node: process.version,
  system: `${process.platform} ${release()} ${arch()}`,
  cores: cpus().length,
  memoryBytes: totalmem()
})

interface Wanted {
  readonly file: string
  readonly log: string | null
  readonly "with-names": boolean
}

const README = `What this archive contains:
machine.json          versions of Mon and Node, the system, cores and memory
settings.json         which settings are set, and the values of the ones that are not sensitive
doctor.json           what mon-server doctor found
metrics.txt           the service's metrics
database.json         PostgreSQL version, schema, size
tables.json           table sizes
slow-statements.json  statements without their values; null: pg_stat_statements is not installed
queues.json           jobs by queue, and why the oldest dead jobs failed
messages.json         messages that are waiting or have failed
accounts.json         the accounts with the most checks
log.txt               the end of the log, if one was given

Secrets, keys, email addresses and numbers are removed. So are host names and network addresses, unless it was written
with --with-names. Read the files before you send them.
`

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const collect = Effect.fn("collectSupport")(function* ({ log, "with-names": withNames }: Wanted) {
  const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: asSettingError })
  const secret = yield* findSecret(settings)
  const values = confidentialValues(process.env, secret)
  const facts = yield* Effect.provide(databaseFacts(withNames), layerOperator)
  const clean = (text: string) => removeConfidential(text, values, withNames)
  const files = new Map([
    ["README.txt", README],
    ["machine.json", json(machine())],
    ["settings.json", json(shownSettings(process.env))],
    ["doctor.json", clean(json(yield* examine(process.env)))],
    ["metrics.txt", withoutValues(yield* readMetrics, values)]
  ])
  // These files contain names of tables and columns, but no stored values.
  const structure = new Set(["database.json", "tables.json", "slow-statements.json"])
  for (const [name, value] of Object.entries(facts))
    files.set(name, structure.has(name) ? withoutValues(json(value), values) : clean(json(value)))
  if (withNames) files.set("accounts.json", json(facts["accounts.json"]))
  if (log !== null)
    files.set(
      "log.txt",
      clean(
        yield* Effect.try({
          try: () => readEnd(log),
          catch: (error) => new CommandError(`Cannot read the log ${log}: ${String(error)}`)
        })
      )
    )
  return files
})

const writeSupportBundle = Effect.fn("writeSupportBundle")(function* (wanted: Wanted) {
  if (existsSync(wanted.file)) return yield* Effect.fail(new CommandError(`${wanted.file} already exists.`))
  const files = yield* collect(wanted)
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
  const blocks = [...files].flatMap(([name, text]) =>
    tarEntry({ name: `mon-support/${name}`, bytes: Buffer.from(text) }, now)
  )
  yield* Effect.try({
    try: () => writeFileSync(wanted.file, gzipSync(Buffer.concat([...blocks, tarEnd()])), { mode: 0o600, flag: "wx" }),
    catch: (error) => new CommandError(`Cannot write ${wanted.file}: ${String(error)}`)
  })
  yield* Console.log(`${wanted.file}: ${files.size} files. Read them before you send them.`)
  return ExitCode.ok
})

export const supportBundle = command({
  name: "mon-server support-bundle",
  description: "Writes diagnostic information, without secrets, to a tar.gz file.",
  options: {
    log: optional(filePath(), "A log file from the service. The end of it is included. Default: none"),
    "with-names": flag("Include host names, network addresses and account owners")
  },
  arguments: { file: required(filePath(), "The file to create, such as mon-support.tar.gz; it must not exist") },
  notes: "With systemd, write the log first: journalctl --unit mon --since yesterday > mon.log",
  exitCodes: { ok: "The file was written", couldNot: "No file was written" },
  run: (wanted, terminal) => runEffect(writeSupportBundle(wanted), terminal)
})
