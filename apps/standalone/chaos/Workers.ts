import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { openSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { between, type Plan } from "./Plan.ts"
import { openRelay } from "./Relay.ts"

const main = fileURLToPath(new URL("../../worker/src/main.ts", import.meta.url))

/** What can happen to a worker. */
export const troubles = ["kill -9", "stop and continue", "end and start", "cut", "drop connections", "stall"] as const
export type TroubleKind = (typeof troubles)[number]

/** One that has happened. */
export interface Trouble {
  readonly kind: TroubleKind
  /** 1 for the first worker. */
  readonly worker: number
  readonly from: number
  readonly to: number
}

/** A worker process that is started again whenever it has ended, and its own way to the database. */
export interface Worker {
  /** Lets one thing happen, and is over when the worker is left alone again. */
  readonly trouble: (kind: TroubleKind, forMs: number) => Promise<void>
  /** Ends it for good; whether it ended by itself, in time and with code 0. */
  readonly stop: () => Promise<boolean>
  /** How often it ended without being told to, and was started again as a supervisor does. */
  readonly crashes: () => number
  /** Error output of all its processes. */
  readonly errors: () => string
  /** Ends it at once; it is not started again. */
  readonly kill: () => void
}

const END_WITHIN_MS = 15_000
const RESTART_AFTER_MS = 1_000
const MAX_ERROR_TEXT = 20_000

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Starts a worker with the environment, its database behind a relay. */
export const startWorker = async (
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
  logFile: string | null
): Promise<Worker> => {
  const through = new URL(databaseUrl)
  const relay = await openRelay({ host: through.hostname, port: Number(through.port) })
  through.hostname = "127.0.0.1"
  through.port = String(relay.port)
  const log = logFile === null ? "ignore" : openSync(logFile, "a")
  let errors = ""
  let over = false
  let expected = false
  let crashes = 0
  const start = (): ChildProcess => {
    const started = spawn(process.execPath, ["--conditions=@mon/source", main], {
      env: { PATH: process.env["PATH"] ?? "", MON_WORKERS: "1", ...environment, MON_DATABASE_URL: through.href },
      stdio: ["ignore", log, "pipe"]
    })
    started.stderr?.on("data", (bytes: Buffer) => {
      errors = (errors + bytes.toString("utf8")).slice(-MAX_ERROR_TEXT)
    })
    started.once("exit", () => {
      if (over || expected) return
      crashes += 1
      setTimeout(() => {
        if (!over && child === started) child = start()
      }, RESTART_AFTER_MS)
    })
    return started
  }
  let child = start()
  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
  }
  const again = async (signal: NodeJS.Signals, afterMs: number) => {
    expected = true
    child.kill(signal)
    const late = setTimeout(() => child.kill("SIGKILL"), END_WITHIN_MS)
    await ended()
    clearTimeout(late)
    await wait(afterMs)
    expected = false
    if (!over) child = start()
  }
  const troubled = async (make: () => void, forMs: number, mend: () => void) => {
    make()
    await wait(forMs)
    mend()
  }
  const acts: Readonly<Record<TroubleKind, (forMs: number) => Promise<void>>> = {
    "kill -9": (forMs) => again("SIGKILL", forMs),
    "end and start": (forMs) => again("SIGTERM", forMs),
    "stop and continue": (forMs) =>
      troubled(
        () => child.kill("SIGSTOP"),
        forMs,
        () => child.kill("SIGCONT")
      ),
    cut: (forMs) => troubled(relay.cut, forMs, relay.mend),
    stall: (forMs) => troubled(relay.stall, forMs, relay.mend),
    "drop connections": () => Promise.resolve(relay.drop())
  }
  return {
    trouble: (kind, forMs) => acts[kind](forMs),
    crashes: () => crashes,
    stop: async () => {
      over = true
      const isRunning = child.exitCode === null && child.signalCode === null
      child.kill("SIGTERM")
      const late = setTimeout(() => child.kill("SIGKILL"), END_WITHIN_MS)
      await ended()
      clearTimeout(late)
      await relay.close()
      return !isRunning || child.exitCode === 0
    },
    errors: () => errors,
    kill: () => {
      over = true
      child.kill("SIGKILL")
    }
  }
}

/** Lets troubles happen to the workers, each by itself, until then; answers how often each kind did. */
export const makeTrouble = async (
  workers: ReadonlyArray<Worker>,
  plan: Plan,
  random: () => number,
  end: number,
  tell: (trouble: Trouble) => void
) => {
  const counts: Record<TroubleKind, number> = {
    "kill -9": 0,
    "stop and continue": 0,
    "end and start": 0,
    cut: 0,
    "drop connections": 0,
    stall: 0
  }
  await Promise.all(
    workers.map(async (worker, index) => {
      for (;;) {
        await wait(between(random, plan.pauseMs))
        if (Date.now() > end) return
        const kind = troubles[Math.floor(random() * troubles.length)] ?? "cut"
        counts[kind] += 1
        const from = Date.now()
        await worker.trouble(kind, between(random, plan.troubleMs))
        tell({ kind, worker: index + 1, from, to: Date.now() })
      }
    })
  )
  return counts
}
