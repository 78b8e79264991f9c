import { check, makeServiceProbe } from "@mon/uptime-probe"
import * as expiry from "@mon/uptime-probe/domain-expiry"
import assert from "node:assert/strict"

const found = await check({ url: "http://10.0.0.1/", timeoutMs: 1000 })
const verdict: "up" | "down" | "unknown" = found.verdict
assert.equal(found.outcome, "blocked_address")
assert.equal(verdict, "down")
assert.ok(Object.keys(expiry).length > 0)

const service = await makeServiceProbe().tcp({ target: "10.0.0.1:25", timeoutMs: 1000 })
assert.equal(service.outcome, "blocked_address")
