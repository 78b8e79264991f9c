import { type Environment, givenSetting, SettingError } from "@mon/model"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"

/** Log lines: one JSON object each, or readable on a terminal. */
export type LogFormat = "json" | "pretty"

/**
 * MON_LOG_FORMAT, or what suits the output.
 *
 * @throws SettingError
 */
export const readLogFormat = (env: Environment, onTerminal: boolean): LogFormat => {
  const format = givenSetting(env, "MON_LOG_FORMAT") ?? (onTerminal ? "pretty" : "json")
  if (format === "json" || format === "pretty") return format
  throw new SettingError({ variable: "MON_LOG_FORMAT", takes: "json or pretty" })
}

/** Log lines on standard output; with a name when several processes write there (MON_WORKER_NAME, set by the supervisor). */
export const layerLog = (format: LogFormat, worker: string | null): Layer.Layer<never> =>
  Layer.merge(
    Logger.layer([format === "json" ? Logger.consoleJson : Logger.consolePretty()]),
    worker === null ? Layer.empty : Layer.succeed(References.CurrentLogAnnotations, { worker })
  )
