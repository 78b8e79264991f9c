import { project } from "@mon/tooling/vitest"

// The table that bundles hold is made, not kept.
export default project("examples", { globalSetup: ["../packages/disposable-check/test/generated-data.ts"] })
