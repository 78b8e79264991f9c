import { isPublicAddress } from "@mon/public-net/policy"
import { dial, makeAddressPolicy, parsePublicUrl, registrableDomain } from "@mon/public-net"
import assert from "node:assert/strict"

const asked = parsePublicUrl("Bücher.example.com:8443/a")
const hostname: string = asked.ok ? asked.hostname : asked.reason
assert.equal(hostname, "xn--bcher-kva.example.com")
assert.equal(registrableDomain("a.b.co.uk"), "b.co.uk")
const refused = await dial({
  hostname: "inside.example.com",
  port: 443,
  policy: makeAddressPolicy(),
  signal: AbortSignal.timeout(1000),
  resolve: () => Promise.resolve({ status: "ok", addresses: ["10.0.0.1"] })
})
assert.equal(refused.ok ? "" : refused.code, "blocked_address")

assert.equal(isPublicAddress("10.0.0.1"), false)
