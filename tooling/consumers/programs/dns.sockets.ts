import { DnsError, makeHttpsClient, makeTlsClient } from "@mon/dns"
import assert from "node:assert/strict"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer as createHttpsServer } from "node:https"
import { createServer, type AddressInfo } from "node:net"
import { createServer as createTlsServer } from "node:tls"

interface Credentials {
  readonly certPem: string
  readonly keyPem: string
  readonly rootPem: string
}

const { certPem: cert, keyPem: key, rootPem: ca } = JSON.parse(readFileSync("credentials.json", "utf8")) as Credentials
const resolve = () => Promise.resolve({ status: "ok" as const, addresses: ["127.0.0.1"] })
const listening = async (server: ReturnType<typeof createServer>): Promise<number> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** Returns the answer to a query: the question again, with one address. */
const answer = (query: Buffer): Buffer => {
  const end = query.indexOf(0, 12) + 5
  const head = Buffer.from(query.subarray(0, end))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 6)
  head.writeUInt16BE(0, 10)
  return Buffer.concat([head, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1])])
}

const overTls = createTlsServer({ cert, key }, (socket) => {
  socket.on("error", () => {})
  socket.on("data", (bytes) => {
    const message = answer(bytes.subarray(2))
    socket.write(Buffer.concat([Buffer.of(message.length >> 8, message.length & 0xff), message]))
  })
})
const overHttps = createHttpsServer({ cert, key }, (request, response) => {
  const query = new URL(request.url ?? "/", "https://server").searchParams.get("dns") ?? ""
  response.writeHead(200, { "content-type": "application/dns-message" })
  response.end(answer(Buffer.from(query, "base64url")))
})
const ports = { tls: await listening(overTls), https: await listening(overHttps) }
const trusted = { ca, resolve }
for (const [transport, client] of [
  ["tls", makeTlsClient({ servers: [`shop.example.com:${ports.tls}`], ...trusted })],
  ["https", makeHttpsClient({ urls: [`https://shop.example.com:${ports.https}/q`], method: "GET", ...trusted })]
] as const) {
  const found = await client.query("www.example.com", "A")
  assert.deepEqual(
    [found.records, found.transport],
    [[{ address: "192.0.2.1", ttl: 60 }], transport],
    `an answer over ${transport}`
  )
  await client.close()
}

const wrong = makeTlsClient({ servers: [`other.example.com:${ports.tls}`], ...trusted, tries: 1 })
const error: unknown = await wrong.query("www.example.com", "A").catch((thrown: unknown) => thrown)
assert.ok(error instanceof DnsError && error.reason === "Network", "a certificate of another name is refused")
await wrong.close()
overTls.close()
overHttps.close()
overHttps.closeAllConnections()
