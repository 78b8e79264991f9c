import { type Environment, readSetting, wholeNumber } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import process from "node:process"
import { Worker } from "node:worker_threads"
import { threadProgram } from "./threadProgram.ts"

/** The exit code of a process whose event loop was stuck. Nothing else uses this code. */
export const STUCK_EXIT_CODE = 86

const DEFAULT_SECONDS = 60
const LONGEST_SECONDS = 3_600
const MILLIS_PER_SECOND = 1_000
const TICK_MS = 1_000
/** The minimum number of checks within the limit. With fewer checks, one late tick could count as a stuck loop. */
const CHECKS = 4
/**
 * The maximum time to wait for the stack trace of the main thread, in milliseconds. A thread that is stuck in native
 * code never reports its stack trace.
 */
const STACK_TIMEOUT_MS = 2_000
/** The memory limits of the watchdog thread, which needs little memory. */
const RESOURCES = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 2 }

export interface WatchdogSettings {
  /** The maximum time for which the event loop may be stuck, in milliseconds. 0 disables the watchdog. */
  readonly limitMs: number
  readonly logFormat: "json" | "pretty"
}

/**
 * Reads the maximum time for which the event loop may be stuck (MON_WATCHDOG_SECONDS). Returns it in milliseconds.
 *
 * @throws SettingError
 */
export const readWatchdogLimit = (env: Environment): number =>
  MILLIS_PER_SECOND *
  readSetting(
    env,
    "MON_WATCHDOG_SECONDS",
    DEFAULT_SECONDS,
    `a whole number of seconds from 1 to ${LONGEST_SECONDS}, or 0 to turn the watchdog off`,
    wholeNumber(0, LONGEST_SECONDS)
  )

const start = ({ limitMs, logFormat }: WatchdogSettings) => {
  const tickMs = Math.min(TICK_MS, limitMs / CHECKS)
  const heartbeat = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const beats = new Int32Array(heartbeat)
  const heart = setInterval(() => Atomics.add(beats, 0, 1), tickMs / 2).unref()
  const thread = new Worker(threadProgram, {
    eval: true,
    execArgv: [],
    env: {},
    resourceLimits: RESOURCES,
    workerData: {
      code: STUCK_EXIT_CODE,
      heartbeat,
      json: logFormat === "json",
      limitMs,
      stackTimeoutMs: STACK_TIMEOUT_MS,
      tickMs
    }
  })
  thread.unref()
  thread.on("error", (error) => void process.emitWarning(`The watchdog thread failed: ${error.message}`))
  return { heart, thread }
}

/**
 * Returns a layer that ends the process if its event loop has been stuck for too long. The watchdog writes the stack
 * trace to stderr and exits with {@link STUCK_EXIT_CODE}. If the process is stuck in native code, the watchdog ends it
 * with SIGKILL. A process that is stopped or suspended does not count as stuck.
 */
export const layerWatchdog = (settings: WatchdogSettings): Layer.Layer<never> =>
  settings.limitMs === 0
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.acquireRelease(
          Effect.sync(() => start(settings)),
          ({ heart, thread }) => {
            clearInterval(heart)
            return Effect.promise(() => thread.terminate())
          }
        )
      )
