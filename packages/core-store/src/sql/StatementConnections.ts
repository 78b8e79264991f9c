import type { Pool } from "./Pool.ts"
import type { AnswerLimit } from "./Query.ts"

/** A driver pool of one connection. */
interface StatementConnection {
  readonly sql: Pool
  readonly limit: AnswerLimit
  running: number
}

/** The connections for single statements of a process. */
export interface StatementConnections {
  readonly all: ReadonlyArray<Pick<StatementConnection, "sql">>
  /** Returns the first of the connections with the fewest running statements. */
  readonly next: () => Pick<StatementConnection, "sql" | "limit">
  /** The number of connections that are open or being opened. */
  readonly open: () => number
}

/**
 * Shares at most `size` connections between single statements. Statements use the first connection that is free, so
 * that connections which are needed only now and then become idle and are closed. A pool of the driver uses its
 * connections in turn: None is ever idle, and the server caches the plans of all statements for each connection.
 */
export const makeStatementConnections = (
  open: () => Pool,
  size: number,
  withinMs: number,
  onCount: (by: 1 | -1) => void
): StatementConnections => {
  const abandon = () => all.forEach(({ sql }) => sql.abandon())
  const all = Array.from({ length: size }, () => {
    const connection: StatementConnection = {
      sql: open(),
      running: 0,
      limit: {
        withinMs,
        abandon,
        count: (by) => {
          connection.running += by
          onCount(by)
        }
      }
    }
    return connection
  })
  return {
    all,
    next: () => all.reduce((best, each) => (each.running < best.running ? each : best)),
    open: () => all.reduce((sum, { sql }) => sum + sql.connections(), 0)
  }
}
