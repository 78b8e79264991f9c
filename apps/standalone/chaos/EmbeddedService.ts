import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createWriteStream, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

interface Address {
  readonly host: string
  readonly port: number
}

/** The whole service in one process. The workers of a run also use its embedded database. */
export interface EmbeddedService {
  /** The URL of the database. Its port can change, see {@link EmbeddedService.address}. */
  readonly databaseUrl: string
  /** Returns the address of the database, or null while no database runs. */
  readonly address: () => Address | null
  /** Returns the process id of the database server, or null while none runs. */
  readonly postmaster: () => number | null
  readonly isReady: () => Promise<boolean>
  /** Returns the reason why the service exited unexpectedly, or null if it did not. */
  readonly crash: () => string | null
  /** Stops the service permanently. Resolves to whether it exited in time with code 0. */
  readonly stop: () => Promise<boolean>
  readonly kill: () => void
}

const READY = /Mon is ready at (\S+)/u
const END_WITHIN_MS = 25_000
const MAX_TEXT = 20_000

// Returns the lines of postmaster.pid (PostgreSQL source: src/include/utils/pidfile.h).
const postmasterFile = (dataDir: string): ReadonlyArray<string> => {
  try {
    return readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n")
  } catch {
    return []
  }
}

const numberAt = (lines: ReadonlyArray<string>, index: number): number | null => {
  const number = Number(lines[index])
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

const started = (child: ChildProcess, text: () => string) =>
  new Promise<string>((resolve, reject) => {
    const check = () => {
      const url = READY.exec(text())?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout?.on("data", check)
    child.once("exit", () => reject(new Error(`The service did not start: ${text()}`)))
  })

export const startService = async (
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  logFile: string | null
): Promise<EmbeddedService> => {
  const child = spawn(process.execPath, ["--conditions=@mon/source", main], {
    env: { PATH: process.env["PATH"] ?? "", MON_PORT: "0", ...environment, MON_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const log = logFile === null ? null : createWriteStream(logFile, { flags: "a" })
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes: Buffer) => {
      text = (text + bytes.toString("utf8")).slice(-MAX_TEXT)
      log?.write(bytes)
    })
  let isExpected = false
  let crash: string | null = null
  child.once("exit", (code, signal) => {
    if (!isExpected) crash = `exited with ${signal ?? `code ${code}`}: ${text}`
  })
  const url = await started(child, () => text)
  const password = readFileSync(join(dataDir, "postgres", "password"), "utf8").trim()
  const address = (): Address | null => {
    const port = numberAt(postmasterFile(dataDir), 3)
    return port === null ? null : { host: "127.0.0.1", port }
  }
  const postmaster = () => numberAt(postmasterFile(dataDir), 0)
  return {
    databaseUrl: `postgres://mon:${password}@127.0.0.1:${address()?.port ?? 1}/mon`,
    address,
    postmaster,
    isReady: () =>
      fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false
      ),
    crash: () => crash,
    stop: async () => {
      isExpected = true
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode === 0
      child.kill("SIGTERM")
      const late = setTimeout(() => child.kill("SIGKILL"), END_WITHIN_MS)
      await once(child, "exit")
      clearTimeout(late)
      return child.exitCode === 0
    },
    kill: () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      isExpected = true
      child.kill("SIGKILL")
      // The database continues to run after its service was killed.
      const pid = postmaster()
      if (pid !== null) process.kill(pid, "SIGKILL")
    }
  }
}
