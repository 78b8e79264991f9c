import { decodeDnsMessage, DnsError, makeHttpsClient, makeTlsClient, makeUdpClient, makeZoneClient } from "@mon/dns"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import assert from "node:assert/strict"

const zone = makeZoneClient({ "example.com": { MX: [{ preference: 0, exchange: "." }] } })
const { records } = await zone.query("example.com", "MX")
const preference: number | undefined = records[0]?.preference
assert.equal(preference, 0)
await makeUdpClient({ servers: ["192.0.2.1:53"] }).close()
await makeTlsClient({ servers: ["192.0.2.1#dns.example.com"] }).close()
await makeHttpsClient({ urls: ["https://dns.example.com/dns-query"] }).close()

const named = makeZoneClient({
  "1.2.0.192.in-addr.arpa": { PTR: ["host.example.com"] },
  "xn--bcher-kva.example": { HTTPS: [{ priority: 1, target: ".", parameters: { alpn: ["h2"] } }] }
})
assert.deepEqual((await named.reverse("192.0.2.1")).records, [{ target: "host.example.com" }])
const [service] = (await named.query("Bücher.example", "HTTPS")).records
const alpn: ReadonlyArray<string> | undefined = service?.parameters.alpn
assert.deepEqual(alpn, ["h2"])
assert.equal(decodeDnsMessage(new Uint8Array(2)), null)

const failed = await makeZoneClient({ "broken.example.com": { fail: "ServFail" } })
  .query("broken.example.com", "A")
  .then(
    () => null,
    (error: unknown) => error
  )
if (!(failed instanceof DnsError)) assert.fail(`not a DnsError: ${String(failed)}`)
assert.deepEqual([failed.name, failed.reason, failed.queryName], ["DnsError", "ServFail", "broken.example.com"])

// The server never answers. An abort must reject with its reason, and the program must end, so no socket may stay open.
const silent = createSocket("udp4").bind(0, "127.0.0.1")
await once(silent, "listening")
const client = makeUdpClient({ servers: [`127.0.0.1:${silent.address().port}`] })
const abort = new AbortController()
const waiting = client.query("example.com", "A", abort.signal)
await once(silent, "message")
abort.abort(new Error("enough"))
await assert.rejects(waiting, /enough/)
await client.close()
silent.close()
