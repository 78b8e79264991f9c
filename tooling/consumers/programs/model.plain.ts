import { decodeFact, factKey, isBadGrade } from "@mon/model/facts"
import assert from "node:assert/strict"

const fact = decodeFact("flapping", {
  monitor: { id: "7", name: "Shop", url: "https://shop.example.com/" },
  transitions: 6,
  windowHours: 24,
  since: "2026-11-21T02:00:00.000Z"
})
const kind: string | undefined = fact?.kind
assert.equal(kind, "flapping")
assert.equal(fact === null ? null : factKey(fact), "flapping:7:2026-11-21T02:00:00.000Z")
assert.equal(decodeFact("flapping", {}), null)
assert.equal(isBadGrade("F"), true)
