import { setTimeout as delay } from "node:timers/promises"
import postgres from "postgres"

const PATIENCE_MS = 120_000
const POLL_MS = 50

/** Waits until a server takes connections, and answers its version. */
export const untilReady = async (url: string): Promise<string> => {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const sql = postgres(url, { max: 1, connect_timeout: 1, onnotice: () => {} })
    try {
      const [row] = await sql<[{ server_version: string }]>`show server_version`
      return row.server_version
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(POLL_MS)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
}
