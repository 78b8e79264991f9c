import { project } from "./testing/vitest.ts"

// Tests read the sources of disposable-check, which import files that its builder generates.
export default project("tooling", { globalSetup: ["../packages/disposable-check/test/generated-data.ts"] })
