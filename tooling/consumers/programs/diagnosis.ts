import { causeClasses } from "@mon/diagnosis"
import { faultPlans } from "@mon/diagnosis/faults"
import assert from "node:assert/strict"

await import("./plain.ts")

assert.equal(faultPlans.length, Object.keys(causeClasses).length)
