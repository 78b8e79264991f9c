import { readdirSync, readFileSync } from "node:fs"

/** USER_HZ of proc(5): 100 on every Linux that Node runs on. */
const TICK_MS = 10

/** What /proc/<pid>/stat says; times are milliseconds of user and system time together. */
interface Stat {
  readonly parent: number
  readonly ownMs: number
  /** Of children that have ended and were waited for. */
  readonly endedMs: number
}

/** The fields of proc_pid_stat(5) after the name, which may hold spaces and brackets. */
export const parseStat = (text: string): Stat => {
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number)
  // Numbered from 3 (state) on: 4 ppid, 14 utime, 15 stime, 16 cutime, 17 cstime.
  const field = (number: number) => fields[number - 3] ?? Number.NaN
  return { parent: field(4), ownMs: (field(14) + field(15)) * TICK_MS, endedMs: (field(16) + field(17)) * TICK_MS }
}

const statOf = (pid: number): Stat => parseStat(readFileSync(`/proc/${pid}/stat`, "latin1"))

/** CPU time of all threads of a process so far, in milliseconds, to 10 ms. */
export const cpuMs = (pid: number): number => statOf(pid).ownMs

const processIds = (): ReadonlyArray<number> =>
  readdirSync("/proc").flatMap((name) => (/^\d+$/u.test(name) ? [Number(name)] : []))

/** The children of a process, their children, and so on. */
export const descendants = (pid: number): ReadonlyArray<number> => {
  const children = new Map<number, Array<number>>()
  for (const id of processIds()) {
    try {
      const { parent } = statOf(id)
      children.set(parent, [...(children.get(parent) ?? []), id])
    } catch {
      // It has ended meanwhile.
    }
  }
  const below = (id: number): ReadonlyArray<number> =>
    (children.get(id) ?? []).flatMap((child) => [child, ...below(child)])
  return below(pid)
}

/** Memory of a process in kB, where memory that it shares with others counts in equal parts (PSS). */
export const proportionalKb = (pid: number): number => {
  const found = /^Pss:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"))
  return Number(found?.[1] ?? Number.NaN)
}

/** CPU time of a process and its children, including those that have ended: the CPU time of a PostgreSQL server. */
export const familyCpuMs = (pid: number): number => {
  const { endedMs, ownMs } = statOf(pid)
  let sum = ownMs + endedMs
  for (const id of processIds()) {
    try {
      const stat = statOf(id)
      if (stat.parent === pid) sum += stat.ownMs + stat.endedMs
    } catch {
      // It has ended meanwhile; its parent's figures include it.
    }
  }
  return sum
}

/** Resident memory in kB. */
export const residentKb = (pid: number): number => {
  const found = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, "latin1"))
  return Number(found?.[1] ?? Number.NaN)
}
