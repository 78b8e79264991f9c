import { layerWatchdog } from "@mon/process-runtime/watchdog"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as References from "effect/References"
import process from "node:process"
import type { CheckProcessSettings, FromCheckProcess, ToCheckProcess } from "./CheckProcess.ts"

/** The time after which a process with a blocked event loop ends itself, because its parent process may be gone. */
const STUCK_MS = 20_000

/**
 * The signals that this process ignores. A terminal or a service manager sends them to all processes, but only the
 * parent process may end this one.
 */
const IGNORED: ReadonlyArray<NodeJS.Signals> = ["SIGINT", "SIGTERM", "SIGHUP"]

const send = (message: FromCheckProcess, sent: () => void = () => {}) =>
  void process.send?.(message, undefined, undefined, sent)

type Work = Extract<ToCheckProcess, { readonly _tag: "Check" | "Job" }>

const perform = (work: Work): Effect.Effect<unknown, never, UptimeProbe | WorkerPool> =>
  work._tag === "Check"
    ? Effect.flatMap(UptimeProbe, ({ check }) => check(work.request))
    : Effect.flatMap(WorkerPool, ({ run }) =>
        run({ ...work.job, module: new URL(work.job.module) }, work.input, work.owner)
      )

/** Runs checks with the given engine for the parent process. Ends when the parent process ends. */
export const serveChecks = (layerProbe: (settings: CheckProcessSettings) => Layer.Layer<UptimeProbe>): void => {
  const running = new Map<number, AbortController>()

  const start = async (settings: CheckProcessSettings) => {
    const runtime = ManagedRuntime.make(
      Layer.mergeAll(
        layerProbe(settings),
        WorkerPool.layer,
        layerWatchdog({ limitMs: STUCK_MS, logFormat: "json" }),
        Layer.succeed(References.MinimumLogLevel, "None")
      )
    )
    await runtime.context()
    const begin = async (work: Work, signal: AbortSignal) => {
      const exit = await runtime.runPromiseExit(perform(work), { signal })
      if (!running.delete(work.id)) return
      if (Exit.isSuccess(exit)) send({ _tag: "Done", id: work.id, value: exit.value })
      else send({ _tag: "Failed", id: work.id, error: Cause.pretty(exit.cause) })
    }
    process.on("message", (message: ToCheckProcess) => {
      switch (message._tag) {
        case "Start":
          return
        case "Ping":
          return send({ _tag: "Done", id: message.id, value: undefined })
        case "Cancel":
          running.get(message.id)?.abort()
          return void running.delete(message.id)
        default: {
          const controller = new AbortController()
          running.set(message.id, controller)
          return send({ _tag: "Begun" }, () => void begin(message, controller.signal))
        }
      }
    })
    send({ _tag: "Ready" })
  }

  for (const signal of IGNORED) process.on(signal, () => {})
  process.once("disconnect", () => process.exit(0))
  process.once("message", (message: ToCheckProcess) => {
    if (message._tag === "Start") void start(message.settings)
  })
}
