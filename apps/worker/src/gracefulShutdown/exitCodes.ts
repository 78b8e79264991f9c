import { SettingError } from "@mon/model"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"

/**
 * The exit code for invalid settings (sysexits.h). A supervisor does not restart a worker that exits with this code.
 */
export const EX_CONFIG = 78

const EX_ERROR = 1

/**
 * Returns the exit code: 0 after a graceful shutdown. Only a supervised worker uses a separate code for invalid
 * settings.
 */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>, isSupervised: boolean): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  return isSupervised && Cause.squash(exit.cause) instanceof SettingError ? EX_CONFIG : EX_ERROR
}
