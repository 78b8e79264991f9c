import { type Environment, givenSetting, SettingError } from "@mon/model"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"

export type LogFormat = "json" | "pretty"

/**
 * Reads MON_LOG_FORMAT. Default: human-readable text on a terminal, and JSON otherwise.
 *
 * @throws SettingError
 */
export const readLogFormat = (env: Environment, onTerminal: boolean): LogFormat => {
  const format = givenSetting(env, "MON_LOG_FORMAT") ?? (onTerminal ? "pretty" : "json")
  if (format === "json" || format === "pretty") return format
  throw new SettingError({ variable: "MON_LOG_FORMAT", takes: "json or pretty" })
}

/**
 * Logs to standard output. If several processes share the output, each line contains the name of its process
 * (MON_WORKER_NAME, set by the supervisor).
 */
export const layerLog = (format: LogFormat, worker: string | null): Layer.Layer<never> =>
  Layer.merge(
    Logger.layer([format === "json" ? Logger.consoleJson : Logger.consolePretty()]),
    worker === null ? Layer.empty : Layer.succeed(References.CurrentLogAnnotations, { worker })
  )
