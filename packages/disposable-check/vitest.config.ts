import { project } from "@mon/tooling/vitest"

export default project("disposable-check", { globalSetup: ["test/generated-data.ts"] })
