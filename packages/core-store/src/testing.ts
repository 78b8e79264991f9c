import { fileURLToPath } from "node:url"

export { placeForDatabases } from "./testing/placeForDatabases.ts"
export { layerTestDatabase, layerTestDatabaseWith, TestDatabase } from "./testing/TestDatabase.ts"
export {
  createTestDatabase,
  runningTestServer,
  startTestServer,
  TEST_SERVER_VARIABLES,
  type TestDatabaseHandle,
  type TestServer
} from "./testing/TestServer.ts"

/** The path of the file to use as `globalSetup` in vitest.config.ts. */
export const globalSetupFile: string = fileURLToPath(
  new URL(`./testing/globalSetup.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url)
)
