import { readFile, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as delay } from "node:timers/promises"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import type { Home } from "./Home.ts"
import { isAlive, pidSpace, type ProcessIdentity, self } from "./ProcessIdentity.ts"
import { breakLock, tryLink } from "./StartLock.ts"

interface ServiceHolder extends ProcessIdentity {
  /** The time at which the process started, as ISO 8601 with seconds. */
  readonly since: string
  /** The namespace in which the process id is unique; see {@link pidSpace}. */
  readonly space: string
}

export interface ServiceLock {
  /** Resolves to false if another process has taken the lock, for example while this process was suspended. */
  readonly isHeld: () => Promise<boolean>
  readonly release: () => Promise<void>
}

const NAME = "service.lock"

const POLL_MS = 100

const BEAT_MS = 3_000

/**
 * The time without a heartbeat after which a process in another container counts as dead, in milliseconds. Such a
 * process cannot be examined.
 */
const SILENT_MS = 15_000

const MILLIS_PER_SECOND = 1_000

const fileOf = ({ folder }: Home): string => join(folder, NAME)

const read = async (file: string): Promise<ServiceHolder | undefined> => {
  try {
    const found: unknown = JSON.parse(await readFile(file, "utf8"))
    if (typeof found !== "object" || found === null) return undefined
    if (!("pid" in found) || !("born" in found) || !("since" in found) || !("space" in found)) return undefined
    return {
      pid: Number(found.pid),
      born: String(found.born),
      since: String(found.since),
      space: String(found.space)
    }
  } catch {
    return undefined
  }
}

const isForeign = ({ space }: ServiceHolder): boolean => space !== pidSpace()

const isLive = async (file: string): Promise<boolean> => {
  const holder = await read(file)
  if (holder === undefined) return false
  if (!isForeign(holder)) return isAlive(holder)
  return stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs < SILENT_MS,
    () => false
  )
}

const describe = (holder: ServiceHolder): string =>
  `process ${holder.pid}${isForeign(holder) ? " of another container" : ""} (started at ${holder.since})`

const startedAt = (): string => {
  const at = new Date(Date.now() - process.uptime() * MILLIS_PER_SECOND)
  return `${at.toISOString().slice(0, 19)}Z`
}

/**
 * Rejects if a service in another container uses the data directory. The server of that service is not visible in this
 * container, and a second server would destroy the data.
 */
export const refuseForeign = async (home: Home): Promise<void> => {
  const holder = await read(fileOf(home))
  if (holder === undefined || !isForeign(holder) || !(await isLive(fileOf(home)))) return
  throw new EmbeddedPostgresError({
    reason: "Busy",
    message:
      `The data directory ${home.folder} is used by ${describe(holder)}. ` +
      "Run the command in that container, or stop that process first."
  })
}

const hold = (file: string, mine: ServiceHolder): ServiceLock => {
  const isHeld = async () => {
    const holder = await read(file)
    return holder === undefined || (holder.pid === mine.pid && holder.born === mine.born)
  }
  const timer = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, BEAT_MS)
  timer.unref()
  return {
    isHeld,
    release: async () => {
      clearInterval(timer)
      if (await isHeld()) await rm(file, { force: true })
    }
  }
}

/**
 * Acquires the lock. While another service holds the lock, reports this once and waits for that service to end. Rejects
 * with reason `Busy` after `waitMs`, and with the signal's reason if it is aborted. Breaks the lock of a dead process.
 */
export const acquire = async (
  home: Home,
  waitMs: number,
  onWait: (message: string) => void,
  signal?: AbortSignal
): Promise<ServiceLock> => {
  const file = fileOf(home)
  const mine: ServiceHolder = { ...self(), since: startedAt(), space: pidSpace() }
  const deadline = performance.now() + waitMs
  let reported = false
  while (!(await tryLink(home.folder, NAME, mine))) {
    signal?.throwIfAborted()
    const holder = await read(file)
    if (!(await isLive(file))) {
      await breakLock(home.folder, NAME, isLive)
      continue
    }
    if (holder === undefined) continue
    const waitSeconds = Math.round(waitMs / MILLIS_PER_SECOND)
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError({
        reason: "Busy",
        message:
          `The data directory ${home.folder} is used by ${describe(holder)}, which did not end within ${waitSeconds} ` +
          "seconds. Stop that process, or set MON_DATA_DIR to another directory."
      })
    }
    if (!reported) {
      reported = true
      onWait(
        `The data directory ${home.folder} is used by ${describe(holder)}. ` +
          `Waiting up to ${waitSeconds} seconds for that process to end.`
      )
    }
    await delay(POLL_MS)
  }
  return hold(file, mine)
}
