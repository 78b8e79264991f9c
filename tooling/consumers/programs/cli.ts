import assert from "node:assert/strict"

assert.ok(await import("./plain.ts"))
