import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { openSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { EmbeddedService } from "./EmbeddedService.ts"
import { between, type Plan } from "./Plan.ts"
import { openRelay } from "./Relay.ts"

const main = fileURLToPath(new URL("../../worker/src/main.ts", import.meta.url))

const faults = ["kill -9", "stop and continue", "end and start", "cut", "drop connections", "stall"] as const
type FaultKind = (typeof faults)[number]

export interface Fault {
  readonly kind: FaultKind
  /** 1 for the first worker. */
  readonly worker: number
  readonly from: number
  readonly to: number
}

/** A worker process with its own relay to the database. The worker is restarted whenever it exits. */
export interface Worker {
  /** Injects a fault, and resolves when the fault is over. */
  readonly inject: (kind: FaultKind, forMs: number) => Promise<void>
  /** Stops the worker permanently. Resolves to whether it exited in time with code 0. */
  readonly stop: () => Promise<boolean>
  /** Returns the number of times that the worker exited unexpectedly and was restarted, as by a supervisor. */
  readonly crashes: () => number
  readonly errors: () => string
  /** Kills the worker, and does not restart it. */
  readonly kill: () => void
}

const END_WITHIN_MS = 15_000
const RESTART_AFTER_MS = 1_000
const MAX_ERROR_TEXT = 20_000

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export const startWorker = async (
  { address, databaseUrl }: Pick<EmbeddedService, "address" | "databaseUrl">,
  environment: Readonly<Record<string, string>>,
  logFile: string | null
): Promise<Worker> => {
  const through = new URL(databaseUrl)
  const relay = await openRelay(address)
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
  const restart = async (signal: NodeJS.Signals, afterMs: number) => {
    expected = true
    child.kill(signal)
    const late = setTimeout(() => child.kill("SIGKILL"), END_WITHIN_MS)
    await ended()
    clearTimeout(late)
    await wait(afterMs)
    expected = false
    if (!over) child = start()
  }
  const during = async (make: () => void, forMs: number, restore: () => void) => {
    make()
    await wait(forMs)
    restore()
  }
  const injectors: Readonly<Record<FaultKind, (forMs: number) => Promise<void>>> = {
    "kill -9": (forMs) => restart("SIGKILL", forMs),
    "end and start": (forMs) => restart("SIGTERM", forMs),
    "stop and continue": (forMs) =>
      during(
        () => child.kill("SIGSTOP"),
        forMs,
        () => child.kill("SIGCONT")
      ),
    cut: (forMs) => during(relay.cut, forMs, relay.restore),
    stall: (forMs) => during(relay.stall, forMs, relay.restore),
    "drop connections": () => Promise.resolve(relay.drop())
  }
  return {
    inject: (kind, forMs) => injectors[kind](forMs),
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

export const injectFaults = async (
  workers: ReadonlyArray<Worker>,
  plan: Plan,
  random: () => number,
  end: number,
  report: (fault: Fault) => void
) => {
  const counts: Record<FaultKind, number> = {
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
        const kind = faults[Math.floor(random() * faults.length)] ?? "cut"
        counts[kind] += 1
        const from = Date.now()
        await worker.inject(kind, between(random, plan.faultMs))
        report({ kind, worker: index + 1, from, to: Date.now() })
      }
    })
  )
  return counts
}
