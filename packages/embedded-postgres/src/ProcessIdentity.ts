import { execFileSync } from "node:child_process"
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"
import process from "node:process"

/**
 * A process, identified by its id and its start time. The start time distinguishes it from a later process with the
 * same id.
 */
export interface ProcessIdentity {
  readonly pid: number
  /** The start time, in the format of the operating system. */
  readonly born: string
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

// proc_pid_stat(5): the name in parentheses may contain any character, so the fields are counted after the last
// parenthesis: 3 is the state, 22 the starttime.
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

/** Returns the running process with this id; undefined if there is none or if it is a zombie. */
export const identify = (pid: number): ProcessIdentity | undefined => {
  const born = Number.isSafeInteger(pid) && pid > 0 ? bornOf(pid) : undefined
  return born === undefined || born === "" ? undefined : { pid, born }
}

export const self = (): ProcessIdentity => identify(process.pid) ?? { pid: process.pid, born: "" }

export const isAlive = ({ born, pid }: ProcessIdentity): boolean => identify(pid)?.born === born

/**
 * Returns the same as `isAlive`, but takes only microseconds. Outside of Linux, a later process with the same id counts
 * as alive.
 */
export const seemsAlive = (identity: ProcessIdentity): boolean => {
  if (process.platform === "linux") return isAlive(identity)
  try {
    return process.kill(identity.pid, 0)
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}

/**
 * Returns an id of the namespace in which process ids are unique; empty if unknown. Each container has its own PID
 * namespace (pid_namespaces(7)).
 */
export const pidSpace = (): string => {
  try {
    return process.platform === "linux" ? readlinkSync("/proc/self/ns/pid") : hostname()
  } catch {
    return ""
  }
}

/**
 * Returns whether `folder` is the working directory of process `pid`; null if unknown. The working directory of a
 * PostgreSQL server is its data directory.
 */
export const worksIn = (pid: number, folder: string): boolean | null => {
  if (process.platform !== "linux") return psField(pid, "command")?.includes(folder) ?? null
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return null
  }
}
