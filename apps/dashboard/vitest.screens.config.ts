import { project } from "@mon/tooling/vitest"

export default project("dashboard", { globalSetup: ["./test/buildOnce.ts"] })
