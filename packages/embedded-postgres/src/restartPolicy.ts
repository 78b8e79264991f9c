import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The times that decide when a server that has ended is started again. Milliseconds. */
export interface RestartTimings {
  /** The interval at which the server is examined. A request for its address also examines it. */
  readonly watchMs: number
  /** The wait before the second attempt; it doubles with each further one. */
  readonly firstMs: number
  readonly longestMs: number
  /** A server that ran for this long is started again immediately. */
  readonly steadyMs: number
  /** Attempts that fail for the same lasting cause end after this time. */
  readonly giveUpMs: number
}

export const restartTimings: RestartTimings = {
  watchMs: 1_000,
  firstMs: 250,
  longestMs: 10_000,
  steadyMs: 30_000,
  giveUpMs: 60_000
}

/** The wait before an attempt to start the server, in milliseconds. `failures` counts the failed starts in a row. */
export const waitBefore = (failures: number, { firstMs, longestMs }: RestartTimings): number =>
  failures === 0 ? 0 : Math.min(firstMs * 2 ** Math.min(failures - 1, 30), longestMs)

// Resources of the machine that become free again: what PostgreSQL writes to its log, and the codes of Node.
const scarce =
  /No space left on device|Disk quota exceeded|Cannot allocate memory|out of memory|Too many open files|Resource temporarily unavailable|could not fork|\bE(?:NOSPC|DQUOT|NOMEM|MFILE|NFILE|AGAIN|IO|ROFS)\b/

const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = "code" in error ? ` ${String(error.code)}` : ""
  const detail = error instanceof EmbeddedPostgresError ? ` ${error.detail ?? ""} ${textOf(error.cause ?? "")}` : ""
  return `${error.message}${code}${detail}`
}

/**
 * Whether a failed start may succeed later without anybody's help, except that space is freed: the disk is full, memory
 * or files are scarce, or another process starts or stops the server.
 */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof EmbeddedPostgresError) || error.reason === "Busy" || scarce.test(textOf(error))
