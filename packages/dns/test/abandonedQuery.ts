import process from "node:process"
import { setImmediate as nextTurn } from "node:timers/promises"
import { makeHttpsClient, makeTlsClient } from "../src/index.ts"

// Abandons a query while the connection for it is being opened. Does not close the client, so the process ends only if
// the connection does not keep it alive.
const [, , transport = "", server = "", ca = ""] = process.argv
const stop = new AbortController()
const options = {
  ca,
  timeoutMs: 60_000,
  deadlineMs: 60_000,
  resolve: async () => {
    await nextTurn()
    stop.abort()
    return { status: "ok" as const, addresses: ["127.0.0.1"] }
  }
}
const client =
  transport === "tls"
    ? makeTlsClient({ servers: [server], ...options })
    : makeHttpsClient({ urls: [server], ...options })
await client.query("name.example.com", "A", stop.signal).catch(() => {})
