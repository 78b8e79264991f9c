import { serveChecks } from "@mon/checks"
import { layerAbortingProbe } from "./AbortingProbe.ts"

serveChecks(layerAbortingProbe)
