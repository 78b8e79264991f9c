import process from "node:process"
import { startTestServer, TEST_SERVER_VARIABLES, type TestServer } from "./TestServer.ts"

// Each project of a vitest run loads this file. All projects share one server.
const shared = Symbol.for("@mon/core-store/testing/server")

interface Shared {
  [shared]?: { users: number; readonly server: Promise<TestServer> }
}

const slots: Shared & typeof globalThis = globalThis

/** Starts one server per run, and passes the address of the server to the workers through environment variables. */
export default async function setup(): Promise<() => Promise<void>> {
  const slot = (slots[shared] ??= { users: 0, server: startTestServer() })
  slot.users += 1
  const server = await slot.server
  process.env[TEST_SERVER_VARIABLES.url] = server.url
  process.env[TEST_SERVER_VARIABLES.template] = server.template
  return async () => {
    slot.users -= 1
    if (slot.users > 0) return
    delete slots[shared]
    await server.stop()
  }
}
