import type postgres from "postgres"
import { dense } from "./Query.ts"

/**
 * Runs scripts that contain their own transaction one after the other, on a pool of one connection. A failed script is
 * rolled back before the next one runs. When the connection has died, the next script runs on a new one.
 */
export const serialConnection = (sql: postgres.Sql): ((text: string) => Promise<unknown>) => {
  let last: Promise<unknown> = Promise.resolve()
  const run = async (text: string): Promise<unknown> => {
    try {
      return dense(await sql.unsafe(text))
    } catch (cause) {
      await sql.unsafe("rollback").catch(() => {})
      throw cause
    }
  }
  return (text) => {
    const next = last.then(() => run(text))
    last = next.catch(() => {})
    return next
  }
}
