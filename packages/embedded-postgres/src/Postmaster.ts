import { readFile, realpath, rm } from "node:fs/promises"
import { join } from "node:path"
import { identify, type ProcessIdentity, worksIn } from "./ProcessIdentity.ts"

/** The content of `postmaster.pid` (PostgreSQL source: src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly process: ProcessIdentity
  readonly port: number
  readonly status: "starting" | "stopping" | "ready" | "standby"
}

const FILE = "postmaster.pid"

// The numbers of the lines in `postmaster.pid`, according to pidfile.h, but counted from 0.
const Line = { pid: 0, port: 3, status: 7 }

const statusOf = (text: string | undefined): Postmaster["status"] => {
  const status = text?.trim()
  return status === "ready" || status === "stopping" || status === "standby" ? status : "starting"
}

/** Returns the server that runs in `data`; undefined if none runs there. */
export const find = async (data: string): Promise<Postmaster | undefined> => {
  const lines = await readFile(join(data, FILE), "utf8").then(
    (text) => text.split("\n"),
    () => undefined
  )
  if (lines === undefined) return undefined
  const process = identify(Number(lines[Line.pid]))
  if (process === undefined) return undefined
  // After a crash or reboot, another program may have the process id from the file.
  if (worksIn(process.pid, await realpath(data)) === false) return undefined
  return { process, port: Number(lines[Line.port]), status: statusOf(lines[Line.status]) }
}

/** Removes the files of a dead server that would prevent the next start. Call it only while holding the start lock. */
export const clear = (data: string): Promise<void> => rm(join(data, FILE), { force: true })
