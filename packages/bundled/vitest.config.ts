import { project } from "@mon/tooling/vitest"

export default project("bundled")
