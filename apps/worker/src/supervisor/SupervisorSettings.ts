import { type Environment, readSetting, wholeNumber } from "@mon/model"
import { availableParallelism } from "node:os"

/** More processes than this on one machine are a typing error. */
const MAX_WORKERS = 64

/**
 * How many worker processes this machine shall have (MON_WORKERS): one for each core unless told.
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
