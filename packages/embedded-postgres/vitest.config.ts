import { project } from "@mon/tooling/vitest"

export default project("embedded-postgres")
