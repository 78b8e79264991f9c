import { readdirSync, readFileSync } from "node:fs"
import process from "node:process"

const KILOBYTES_PER_MEGABYTE = 1024

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

// In proc_pid_stat(5), the name in parentheses may contain any character, so the fields are counted after the last
// parenthesis: 3 is the state, 4 the ppid, 5 the pgrp.
const groupOf = (pid: string): { readonly group: number; readonly dead: boolean } => {
  const text = read(`/proc/${pid}/stat`)
  const [state = "", , group = "0"] = text.slice(text.lastIndexOf(")") + 2).split(" ")
  return { group: Number(group), dead: state === "Z" || state === "X" }
}

const list = (): ReadonlyArray<string> => {
  try {
    return readdirSync("/proc").filter((name) => /^[0-9]+$/u.test(name))
  } catch {
    return []
  }
}

/** Returns the running processes of a group; empty without /proc. */
export const membersOf = (group: number): ReadonlyArray<number> =>
  list()
    .filter((pid) => {
      const found = groupOf(pid)
      return found.group === group && !found.dead
    })
    .map(Number)

/** Returns the private memory of a group's processes in megabytes; null without /proc. */
export const megabytesOf = (group: number): number | null => {
  const members = membersOf(group)
  if (members.length === 0) return null
  const kilobytes = members.map((pid) =>
    Number(/^RssAnon:\s+([0-9]+) kB$/mu.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
  )
  return kilobytes.reduce((sum, value) => sum + value, 0) / KILOBYTES_PER_MEGABYTE
}

/** Kills a process and its whole group, including stopped processes. Ignores a group that has ended. */
export const killGroup = (leader: number): void => {
  for (const target of process.platform === "win32" ? [leader] : [-leader, leader]) {
    try {
      process.kill(target, "SIGKILL")
    } catch {
      // The group has already ended.
    }
  }
}
