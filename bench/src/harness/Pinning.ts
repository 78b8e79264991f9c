import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import process from "node:process"

/** What is measured has a core of its own; what loads it has the other. */
export const cores = { subject: 0, load: 1 } as const
export type Core = keyof typeof cores

const cpuCount = availableParallelism()

/** Whether processes can be kept on a core each. */
export const canPin: boolean = cpuCount > 1 && spawnSync("taskset", ["--version"], { stdio: "ignore" }).status === 0

/** A command that runs on its core only; taskset becomes the program, so that the process id stays. */
export const onCore = (
  core: Core | null,
  command: string,
  args: ReadonlyArray<string>
): readonly [command: string, args: ReadonlyArray<string>] =>
  core === null || !canPin ? [command, args] : ["taskset", ["--cpu-list", String(cores[core]), command, ...args]]

/** Keeps this process, and everything that it starts unless told otherwise, on a core. */
export const pinSelf = (core: Core): void => {
  if (!canPin) return
  spawnSync("taskset", ["--all-tasks", "--pid", "--cpu-list", String(cores[core]), String(process.pid)], {
    stdio: "ignore"
  })
}
