import { isPublicAddress } from "@mon/public-net/policy"
import { createAgent, dial, makeAddressPolicy, parsePublicUrl, registrableDomain } from "@mon/public-net"
import assert from "node:assert/strict"
import { get } from "node:http"

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

const agent = createAgent("http:")
const error = await new Promise((resolve) => get("http://127.0.0.1/", { agent }).on("error", resolve))
assert.equal((error as { code?: string }).code, "blocked_address")
