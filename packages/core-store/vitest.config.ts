import { project } from "@mon/tooling/vitest"

export default project("core-store", { globalSetup: ["src/testing/globalSetup.ts"] })
