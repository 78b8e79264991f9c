import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import process from "node:process"

/** The measured process has one core, the load generator the other. */
const cores = { subject: 0, load: 1 } as const
export type Core = keyof typeof cores

const cpuCount = availableParallelism()

/** Whether each process can be pinned to a core. */
export const canPin: boolean = cpuCount > 1 && spawnSync("taskset", ["--version"], { stdio: "ignore" }).status === 0

/**
 * A command that runs only on this core. taskset replaces itself with the program, so the process id stays the same.
 */
export const onCore = (
  core: Core | null,
  command: string,
  args: ReadonlyArray<string>
): readonly [command: string, args: ReadonlyArray<string>] =>
  core === null || !canPin ? [command, args] : ["taskset", ["--cpu-list", String(cores[core]), command, ...args]]

/** Pins this process to a core, and with it every process that it starts without a core of its own. */
export const pinSelf = (core: Core): void => {
  if (!canPin) return
  spawnSync("taskset", ["--all-tasks", "--pid", "--cpu-list", String(cores[core]), String(process.pid)], {
    stdio: "ignore"
  })
}
