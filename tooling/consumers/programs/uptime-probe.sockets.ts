import { makeAddressPolicy } from "@mon/public-net"
import { makeProbe } from "@mon/uptime-probe"
import assert from "node:assert/strict"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createServer as createSecureServer } from "node:https"

interface Credentials {
  readonly certPem: string
  readonly keyPem: string
  readonly rootPem: string
}

const { certPem, keyPem, rootPem } = JSON.parse(readFileSync("credentials.json", "utf8")) as Credentials
const resolveAddresses = () => Promise.resolve({ status: "ok" as const, addresses: ["127.0.0.1"] })
const probe = makeProbe({
  policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }),
  extraCa: [rootPem],
  dns: { resolveAddresses, probe: () => Promise.reject(new Error("not needed")) }
})

const servers = [
  ["http", createServer((_, response) => response.end("Starter: 39 EUR"))],
  ["https", createSecureServer({ cert: certPem, key: keyPem }, (_, response) => response.end("Starter: 39 EUR"))]
] as const
for (const [scheme, server] of servers) {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" ? address?.port : null
  const found = await probe.check({ url: `${scheme}://shop.example.com:${port}/`, expect: [{ text: "39 EUR" }] })
  assert.deepEqual([found.outcome, found.message, found.verdict], ["ok", null, "up"])
  assert.equal(found.certificate?.valid ?? null, scheme === "https" ? true : null)
  server.close()
  server.closeAllConnections()
}
