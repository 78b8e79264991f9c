import { SettingError } from "@mon/model"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"

/** The settings are invalid: a supervisor does not start the worker again. From sysexits.h. */
export const EX_CONFIG = 78

const EX_ERROR = 1

/** 0 after a graceful shutdown. Only a supervisor distinguishes invalid settings from other errors. */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>, isSupervised: boolean): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  return isSupervised && Cause.squash(exit.cause) instanceof SettingError ? EX_CONFIG : EX_ERROR
}
