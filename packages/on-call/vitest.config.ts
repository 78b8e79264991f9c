import { project } from "@mon/tooling/vitest"

export default project("on-call")
