import { componentDays, DAYS_SHOWN } from "@mon/status-page"
import assert from "node:assert/strict"

await import("./plain.ts")

const day = { date: "2026-11-22", up: 86_400, down: 0, maintenance: 0, unwatched: 0 }
assert.equal(componentDays([[day]], Date.parse("2026-11-23T05:00:00Z"), DAYS_SHOWN).length, 2)
