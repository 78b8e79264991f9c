import { project } from "@mon/tooling/vitest"

// The table of disposable domains that bundles contain is generated before the tests, not committed.
export default project("examples", { globalSetup: ["../packages/disposable-check/test/generated-data.ts"] })
