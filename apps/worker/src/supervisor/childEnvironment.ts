import { type Environment, givenSetting, SettingError, wholeNumber } from "@mon/model"

const HIGHEST_PORT = 65_535

/** The name of a process in log lines. Names count from 1. */
export const childName = (index: number): string => `worker-${index + 1}`

const metricsPort = (env: Environment, index: number): Environment => {
  const text = givenSetting(env, "MON_METRICS_PORT")
  const first = text === null ? undefined : wholeNumber(0, HIGHEST_PORT)(text)
  // With port 0, each worker uses any free port. The worker itself rejects invalid ports.
  if (first === undefined || first === 0) return {}
  if (first + index > HIGHEST_PORT) {
    throw new SettingError({
      variable: "MON_METRICS_PORT",
      takes: `a port that leaves room for one port per worker (MON_WORKERS), up to ${HIGHEST_PORT}`
    })
  }
  return { MON_METRICS_PORT: `${first + index}` }
}

/**
 * Returns the environment of the process with this index, which counts from 0. The process runs one worker, with its
 * own name and metrics port.
 *
 * @throws SettingError
 * @example
 * ```ts
 * childEnvironment({ MON_METRICS_PORT: "9100" }, 1)
 * // => { MON_METRICS_PORT: "9101", MON_WORKERS: "1", MON_WORKER_NAME: "worker-2" }
 * ```
 */
export const childEnvironment = (env: Environment, index: number): Environment => ({
  ...env,
  ...metricsPort(env, index),
  MON_WORKERS: "1",
  MON_WORKER_NAME: childName(index)
})
