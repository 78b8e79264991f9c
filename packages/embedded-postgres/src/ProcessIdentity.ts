import { execFileSync } from "node:child_process"
import { readFileSync, readlinkSync } from "node:fs"
import process from "node:process"

/** A process, told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number
  /** When it was born, in whatever words the system has for it. */
  readonly born: string
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

// proc_pid_stat(5): the name in parentheses may hold anything, so fields are counted from the last one: 3 state, 22 starttime.
const linuxStat = (pid: number): { readonly state: string; readonly startTime: string } | undefined => {
  const text = read(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return { state: fields[0] ?? "", startTime: fields[19] ?? "" }
}

const psField = (pid: number, field: string): string | undefined => {
  try {
    return execFileSync("ps", ["-ww", "-o", `${field}=`, "-p", String(pid)], { encoding: "utf8" }).trim()
  } catch {
    return undefined
  }
}

const bornOf = (pid: number): string | undefined => {
  if (process.platform !== "linux") return psField(pid, "lstart")
  const stat = linuxStat(pid)
  if (stat === undefined || stat.state === "Z" || stat.state === "X") return undefined
  return `${read("/proc/sys/kernel/random/boot_id")?.trim() ?? ""} ${stat.startTime}`
}

/** The running process with this number; undefined when there is none, or only what a parent has not collected yet. */
export const identify = (pid: number): ProcessIdentity | undefined => {
  const born = Number.isSafeInteger(pid) && pid > 0 ? bornOf(pid) : undefined
  return born === undefined || born === "" ? undefined : { pid, born }
}

/** This process. */
export const self = (): ProcessIdentity => identify(process.pid) ?? { pid: process.pid, born: "" }

/** Whether that very process still runs. */
export const isAlive = ({ born, pid }: ProcessIdentity): boolean => identify(pid)?.born === born

/** Whether process `pid` works in `folder`, which a PostgreSQL server does in its data directory; null: not to be told. */
export const worksIn = (pid: number, folder: string): boolean | null => {
  if (process.platform !== "linux") return psField(pid, "command")?.includes(folder) ?? null
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return null
  }
}
