import { causeClasses } from "@mon/diagnosis"
import { faultPlans } from "@mon/diagnosis/faults"
import assert from "node:assert/strict"

await import("./plain.ts")

// The laboratory makes faults of sites. The classes of services have none.
const ofSites = Object.values(causeClasses).filter(({ area }) => area !== "service")
assert.equal(faultPlans.length, ofSites.length)
