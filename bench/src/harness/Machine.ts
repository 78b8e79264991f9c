import { execFileSync } from "node:child_process"
import { cpus, loadavg, release, totalmem, type } from "node:os"
import process from "node:process"
import { canPin } from "./Pinning.ts"

/** The machine on which the figures were measured, and its load. */
export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  readonly pinned: boolean
  /** Of the last minute, before the run. */
  readonly load: number
  readonly commit: string
}

const commit = (): string => {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" }).trim()
  } catch {
    return "unknown"
  }
}

export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  node: process.version,
  pinned: canPin,
  load: loadavg()[0] ?? 0,
  commit: commit()
})

/** Above this load, other programs were using the machine. */
const QUIET_LOAD = 0.7

export const formatMachine = ({ commit: at, cores, cpu, load, memoryGiB, node, pinned, system }: Machine): string =>
  [
    `${cores} x ${cpu}, ${memoryGiB} GiB, ${system}, Node ${node}, commit ${at}`,
    pinned
      ? "Processes are pinned to a core each where the benchmark says so."
      : "Processes are not pinned: there is no taskset, or only one core.",
    load > QUIET_LOAD
      ? `The machine was busy before the run (load ${load.toFixed(2)}): ratios of CPU time are reliable, wall-clock times are not.`
      : `The machine was quiet before the run (load ${load.toFixed(2)}).`
  ].join("\n")
