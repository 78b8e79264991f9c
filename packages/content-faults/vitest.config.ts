import { project } from "@mon/tooling/vitest"

export default project("content-faults")
