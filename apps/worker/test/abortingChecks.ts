import { serveChecks } from "@mon/checks/serve-checks"
import { layerAbortingProbe } from "./AbortingProbe.ts"

serveChecks(layerAbortingProbe)
