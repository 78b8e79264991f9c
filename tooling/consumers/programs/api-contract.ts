import { MonApi, openApiDocument } from "@mon/api-contract"
import assert from "node:assert/strict"

assert.ok(MonApi)
assert.equal(openApiDocument().info.title, "Mon API")
await import("./plain.ts")
