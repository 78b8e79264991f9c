import { spawn } from "node:child_process"
import { constants } from "node:fs"
import { copyFile, mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { kumaTables, type SourceTables } from "../kuma/KumaTables.ts"
import { isEntries } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import { READER } from "./readerProgram.ts"

export interface DatabaseLimits {
  /** The maximum size of a database together with its log, in bytes. */
  readonly bytes: number
  /** The maximum size of the reader's output, in bytes. */
  readonly answer: number
  /** The maximum duration of reading, in milliseconds. */
  readonly time: number
  readonly rows: number
  /** The maximum number of characters of a value. */
  readonly value: number
  /** The reader's maximum memory for JavaScript objects, in MB. */
  readonly memory: number
}

export const databaseLimits: DatabaseLimits = {
  bytes: 512 * 1_024 * 1_024,
  answer: 64 * 1_024 * 1_024,
  time: 60_000,
  rows: 200_000,
  value: 1_000_000,
  memory: 512
}

const sizeOf = async (path: string): Promise<number | null> => {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : null
  } catch {
    return null
  }
}

/** Copies a database with its log, so that the import never locks the original, writes to it or waits for it. */
const copyDatabase = async (path: string, folder: string, { bytes }: DatabaseLimits): Promise<string> => {
  const log = `${path}-wal`
  const size = await sizeOf(path)
  if (size === null) throw new UnreadableSource(`${path} is not a readable file.`)
  const logSize = await sizeOf(log)
  if (size + (logSize ?? 0) > bytes) throw new UnreadableSource(`${path} has more than ${bytes / 1_024 / 1_024} MB.`)
  const copy = join(folder, "copy.db")
  await copyFile(path, copy, constants.COPYFILE_FICLONE)
  if (logSize !== null) await copyFile(log, `${copy}-wal`, constants.COPYFILE_FICLONE)
  return copy
}

const messages: ReadonlyMap<string, string> = new Map([
  [
    "no_sqlite",
    "This version of Node does not include SQLite. Use Node 22.13 or later, or export the JSON backup in Uptime Kuma 1."
  ],
  ["not_database", "The file is not an SQLite database."],
  ["no_monitors", "The database has no monitor table: it is not from Uptime Kuma."],
  ["view", "A settings table is a view: the database was not created by Uptime Kuma."]
])

interface Answer {
  /** The exit code of the reader, or the signal that ended it. */
  readonly end: number | string
  readonly output: string
}

/**
 * The signals and the exit code with which Node ends after it has run out of memory. 134 is the exit code of `abort()`
 * on Windows.
 */
const OUT_OF_MEMORY: ReadonlySet<number | string> = new Set(["SIGABRT", "SIGTRAP", 134])

/**
 * Runs the reader in a separate process. Ends the process if it uses too much time or memory, or if its output is too
 * large. The process works in the folder of the copy, so that files that a crash leaves behind are in this folder.
 */
const runReader = (copy: string, folder: string, limits: DatabaseLimits): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { rows, value } = limits
    const settings = JSON.stringify({ path: copy, tables: kumaTables, rows, value })
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${limits.memory}`, "--no-warnings", "--input-type=module", "-"],
      { stdio: ["pipe", "pipe", "ignore"], env: {}, cwd: folder }
    )
    const chunks: Array<Buffer> = []
    let size = 0
    let why: string | null = null
    const end = (reason: string): void => {
      why ??= reason
      child.kill("SIGKILL")
    }
    const timer = setTimeout(() => end(`Reading the database took more than ${limits.time / 1_000} s.`), limits.time)
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.answer) end(`The settings have more than ${limits.answer / 1_024 / 1_024} MB.`)
      else chunks.push(chunk)
    })
    child.once("error", reject)
    child.once("close", (code, signal) => {
      clearTimeout(timer)
      if (why === null) resolve({ end: code ?? signal ?? "no code", output: Buffer.concat(chunks).toString("utf8") })
      else reject(new UnreadableSource(why))
    })
    child.stdin.on("error", () => undefined)
    child.stdin.end(`const settings = ${settings}\n${READER}`)
  })

const tablesOf = ({ end, output }: Answer, { memory, rows }: DatabaseLimits): SourceTables => {
  const [first = "", ...rest] = output.split("\n")
  if (first === "too_many_rows") throw new UnreadableSource(`A table in the database has more than ${rows} rows.`)
  if (OUT_OF_MEMORY.has(end))
    throw new UnreadableSource(`Reading the database needed more than ${memory} MB of memory.`)
  if (first !== "tables")
    throw new UnreadableSource(messages.get(first) ?? `The database cannot be read (the reader ended with ${end}).`)
  const tables: unknown = JSON.parse(rest.join("\n"))
  if (!isEntries(tables)) throw new UnreadableSource("The database cannot be read.")
  return tables as SourceTables
}

/**
 * Reads the tables with settings in a database of Uptime Kuma. A separate process opens a copy read-only and within
 * limits, and the schema of the database cannot call functions. The copy is deleted afterwards. Fails with
 * `UnreadableSource`.
 */
export const readTables = async (path: string, limits: DatabaseLimits = databaseLimits): Promise<SourceTables> => {
  const folder = await mkdtemp(join(tmpdir(), "mon-import-"))
  try {
    return tablesOf(await runReader(await copyDatabase(path, folder, limits), folder, limits), limits)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
