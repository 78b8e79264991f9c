import { randomBytes } from "node:crypto"
import { link, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { isAlive, type ProcessIdentity, self } from "./ProcessIdentity.ts"

const POLL_MS = 25

/**
 * The age at which a breaker lock no longer blocks other processes, in milliseconds. Its process must have been killed,
 * because breaking a lock takes only microseconds.
 */
const BREAKER_STALE_MS = 10_000

const codeOf = (cause: unknown): unknown =>
  typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined

// Creating a hard link is atomic, so no process can read a lock file that does not contain its holder yet.
export const tryLink = async (folder: string, name: string, content: object): Promise<boolean> => {
  const mine = join(folder, `${name}.${randomBytes(6).toString("hex")}`)
  try {
    await writeFile(mine, JSON.stringify(content), { mode: 0o600, flag: "wx" })
    await link(mine, join(folder, name))
    return true
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false
    throw cause
  } finally {
    await rm(mine, { force: true })
  }
}

const holderOf = async (file: string): Promise<ProcessIdentity | undefined> => {
  try {
    const holder: unknown = JSON.parse(await readFile(file, "utf8"))
    if (typeof holder !== "object" || holder === null || !("pid" in holder) || !("born" in holder)) return undefined
    return { pid: Number(holder.pid), born: String(holder.born) }
  } catch {
    return undefined
  }
}

const isHeldByLiveProcess = async (file: string): Promise<boolean> => {
  const holder = await holderOf(file)
  return holder !== undefined && isAlive(holder)
}

/**
 * Removes the lock of a dead process. Only the process that holds the breaker lock may do this. Otherwise, if two
 * processes find the dead lock, one of them could remove the new lock of the other.
 */
export const breakLock = async (
  folder: string,
  name: string,
  isHeld: (file: string) => Promise<boolean>
): Promise<void> => {
  const breaker = `${name}.breaker`
  if (!(await tryLink(folder, breaker, self()))) {
    const age = await stat(join(folder, breaker)).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0
    )
    if (age > BREAKER_STALE_MS) await rm(join(folder, breaker), { force: true })
    else await delay(POLL_MS)
    return
  }
  try {
    if (!(await isHeld(join(folder, name)))) await rm(join(folder, name), { force: true })
  } finally {
    await rm(join(folder, breaker), { force: true })
  }
}

const within = new Set<string>()

/**
 * Runs `work` under a lock that excludes other processes and other calls in this process. Breaks the lock of a dead
 * process. Rejects with reason `Busy` if the holder does not finish within `timeoutMs`.
 */
export const withStartLock = async <A>(folder: string, timeoutMs: number, work: () => Promise<A>): Promise<A> => {
  const name = "start.lock"
  const file = join(folder, name)
  const deadline = performance.now() + timeoutMs
  while (within.has(file) || !(await tryLink(folder, name, self()))) {
    const holder = await holderOf(file)
    if (holder !== undefined && !isAlive(holder)) {
      await breakLock(folder, name, isHeldByLiveProcess)
      continue
    }
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError({
        reason: "Busy",
        message:
          `Process ${holder?.pid ?? "?"} has been starting or stopping the database in ${folder} for more than ` +
          `${Math.round(timeoutMs / 1000)} seconds. Stop that process and try again.`
      })
    }
    await delay(POLL_MS)
  }
  within.add(file)
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
    within.delete(file)
  }
}
