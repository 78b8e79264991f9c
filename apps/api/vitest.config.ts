import { globalSetupFile } from "@mon/core-store/testing"
import { project } from "@mon/tooling/vitest"

export default project("api", { globalSetup: [globalSetupFile] })
