import { copyFile, open, rename, stat, truncate } from "node:fs/promises"
import { join } from "node:path"

/**
 * The size at which the log is rotated, in bytes. `postgres.log` and the one older file that is kept have at most twice
 * this size together.
 */
export const MAX_LOG_BYTES = 4 * 1024 * 1024

const TAIL_BYTES = 4096

const KEEP_EVERY_MS = 60_000

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0
  )

const fileIn = (home: string): string => join(home, "postgres.log")

/** Opens the log for a new server. If the log is full, rotates it first. */
export const openLog = async (home: string) => {
  const file = fileIn(home)
  if ((await sizeOf(file)) > MAX_LOG_BYTES) await rename(file, `${file}.1`)
  return open(file, "a", 0o600)
}

/**
 * Truncates the log of a running server if it is full. The server opened the log for appending, so it continues at the
 * new end.
 */
export const bound = async (home: string): Promise<void> => {
  const file = fileIn(home)
  if ((await sizeOf(file)) <= MAX_LOG_BYTES) return
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

/**
 * Keeps the log below its maximum size until the returned function is called. The timer does not keep the process
 * alive.
 */
export const keepBounded = (home: string): (() => void) => {
  const timer = setInterval(() => {
    bound(home).catch(() => {})
  }, KEEP_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export const tail = async (home: string): Promise<string> => {
  const log = await open(fileIn(home), "r").catch(() => undefined)
  if (log === undefined) return ""
  try {
    const { size } = await log.stat()
    const { buffer, bytesRead } = await log.read({
      buffer: Buffer.alloc(Math.min(size, TAIL_BYTES)),
      position: Math.max(0, size - TAIL_BYTES)
    })
    return buffer.subarray(0, bytesRead).toString("utf8").trim()
  } finally {
    await log.close()
  }
}
