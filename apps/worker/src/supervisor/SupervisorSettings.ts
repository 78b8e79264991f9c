import { type Environment, readSetting, wholeNumber } from "@mon/model"
import { availableParallelism } from "node:os"

/** The largest number of worker processes on one machine. A larger number is probably a typo. */
const MAX_WORKERS = 64

/**
 * Reads the number of worker processes to run (MON_WORKERS). Default: one for each core.
 *
 * @throws SettingError
 */
export const readWorkerCount = (env: Environment, cores: number = availableParallelism()): number =>
  readSetting(
    env,
    "MON_WORKERS",
    Math.min(cores, MAX_WORKERS),
    `a whole number from 1 to ${MAX_WORKERS}`,
    wholeNumber(1, MAX_WORKERS)
  )
