import { describe, expect, it, test } from "vitest"
import { makeNodeClient, parseServerList } from "../src/index.ts"

describe("a comma-separated list of DNS servers", () => {
  test.each([
    ["", []],
    ["127.0.0.1", ["127.0.0.1:53"]],
    [
      "127.0.0.1:5353, [::1]:5353 ,::1,[2001:DB8::1],",
      ["127.0.0.1:5353", "[::1]:5353", "[::1]:53", "[2001:db8::1]:53"]
    ],
    ["::ffff:127.0.0.1", ["127.0.0.1:53"]]
  ])("%j is parsed", (text, servers) => {
    expect(parseServerList(text)).toEqual({ ok: true, servers })
  })

  test.each([
    "dns.example",
    "127.0.0.1:0",
    "127.0.0.1:65536",
    "127.0.0.1:",
    "127.1",
    "[::1",
    "[::1]5353",
    "fe80::1%eth0",
    "127.0.0.1:53:53",
    "udp://127.0.0.1"
  ])("%j is reported as invalid", (text) => {
    const message = `${JSON.stringify(text)} is not a DNS server such as 192.0.2.1:53 or [2001:db8::1]:53.`
    expect(parseServerList(`127.0.0.1,${text}`)).toEqual({ ok: false, message })
    expect(() => makeNodeClient({ servers: [text] })).toThrow("makeNodeClient: options.servers[0] must be a DNS server")
  })

  it("is limited in length", () => {
    expect(parseServerList("::1,".repeat(17))).toEqual({ ok: false, message: "At most 16 DNS servers can be listed." })
  })
})
