import { project } from "@mon/tooling/vitest"
import { fileURLToPath } from "node:url"

const store = import.meta.resolve("@mon/core-store/package.json")

export default project("notifications", { globalSetup: [fileURLToPath(new URL("src/testing/globalSetup.ts", store))] })
