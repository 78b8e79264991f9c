import type postgres from "postgres"
import { dense } from "./Query.ts"

/**
 * Runs texts of several statements that begin and end a transaction of their own, one after the other on a pool of one
 * connection; a text that fails is followed by a rollback before the next one runs. After the connection has died the
 * next text goes over a fresh one.
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
