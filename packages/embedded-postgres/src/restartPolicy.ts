import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The times that decide when a server is restarted after it has ended, in milliseconds. */
export interface RestartTimings {
  /** The interval between checks of the server. The server is also checked whenever its address is requested. */
  readonly watchMs: number
  /** The wait before the second attempt. It doubles with each further attempt. */
  readonly firstMs: number
  readonly longestMs: number
  /** The running time after which a server is restarted immediately when it ends. */
  readonly steadyMs: number
  /** The time after which attempts stop if all of them fail for a cause that will not go away by itself. */
  readonly giveUpMs: number
}

export const restartTimings: RestartTimings = {
  watchMs: 1_000,
  firstMs: 250,
  longestMs: 10_000,
  steadyMs: 30_000,
  giveUpMs: 60_000
}

/**
 * Returns the wait before an attempt to start the server, in milliseconds. `failures` is the number of consecutive
 * failed starts.
 */
export const waitBefore = (failures: number, { firstMs, longestMs }: RestartTimings): number =>
  failures === 0 ? 0 : Math.min(firstMs * 2 ** Math.min(failures - 1, 30), longestMs)

// Messages of PostgreSQL and error codes of Node about resources that may become available again.
const scarce =
  /No space left on device|Disk quota exceeded|Cannot allocate memory|out of memory|Too many open files|Resource temporarily unavailable|could not fork|\bE(?:NOSPC|DQUOT|NOMEM|MFILE|NFILE|AGAIN|IO|ROFS)\b/

const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = "code" in error ? ` ${String(error.code)}` : ""
  const detail = error instanceof EmbeddedPostgresError ? ` ${error.detail ?? ""} ${textOf(error.cause ?? "")}` : ""
  return `${error.message}${code}${detail}`
}

/**
 * Returns whether a failed start may succeed later without an action other than freeing resources: the disk is full,
 * memory or file handles are scarce, or another process is starting or stopping the server.
 */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof EmbeddedPostgresError) || error.reason === "Busy" || scarce.test(textOf(error))
