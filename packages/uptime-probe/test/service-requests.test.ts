import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { serviceAddress, serviceAddresses, serviceFault, type ServiceRequest } from "../src/index.ts"
import { answerLines, makeServiceLab, webSocketServer } from "./serviceLab.ts"

describe("the address of a service", () => {
  it.each<readonly [ServiceRequest, string, string, number | null]>([
    [{ type: "tcp", target: "DB.example.com:4000" }, "tcp://db.example.com:4000", "db.example.com", 4_000],
    [{ type: "tls", target: "example.com" }, "tls://example.com:443", "example.com", 443],
    [{ type: "imap", target: "mx.example.com", tls: "fromStart" }, "imap://mx.example.com:993", "mx.example.com", 993],
    [{ type: "icmp", target: "2001:DB8::1" }, "icmp://[2001:db8::1]", "2001:db8::1", null],
    [
      { type: "dns", server: "192.0.2.53", transport: "tls", name: "example.com", recordType: "A" },
      "dns://192.0.2.53:853",
      "192.0.2.53",
      853
    ],
    [
      { type: "webSocket", url: "wss://chat.example.com/live?token=canary" },
      "wss://chat.example.com:443/live",
      "chat.example.com",
      443
    ]
  ])("of %j is %s", (request, url, hostname, port) => {
    expect(serviceAddress(request)).toEqual({ url, hostname, port })
  })

  it.each<readonly [ServiceRequest, string, ReadonlyArray<string>]>([
    [
      {
        type: "mailRoundTrip",
        send: { target: "SMTP.example.com:587" },
        from: "a@example.com",
        to: "b@example.net",
        receive: { target: "[2001:DB8::1]", tls: "fromStart" }
      },
      "mailRoundTrip://smtp.example.com:587/[2001:db8::1]:993",
      ["smtp://smtp.example.com:587", "imap://[2001:db8::1]:993"]
    ],
    [
      {
        type: "httpSteps",
        steps: [
          { name: "sign in", url: "https://Shop.example.com:443/login", take: { id: { json: "$.id" } } },
          { name: "pay", url: "http://pay.example.com:8080/{{id}}" },
          { name: "order", url: "https://shop.example.com/orders" }
        ]
      },
      "httpSteps:http://pay.example.com:8080,https://shop.example.com",
      ["https://shop.example.com", "http://pay.example.com:8080"]
    ]
  ])("with several hosts, of %j, is %s", (request, url, urls) => {
    const addresses = serviceAddresses(request)
    expect(addresses.map((one) => one.url)).toEqual(urls)
    expect(serviceAddress(request)).toEqual({ ...addresses[0], url })
  })

  it("of several steps does not depend on their order", () => {
    const steps = ["https://a.example.com/", "https://b.example.com/"].map((url) => ({ name: url, url }))
    expect(serviceAddress({ type: "httpSteps", steps })?.url).toBe(
      serviceAddress({ type: "httpSteps", steps: steps.toReversed() })?.url
    )
  })

  it("is null for a request that is not valid", () => {
    expect(serviceAddress({ type: "tcp", target: "db.example.com" })).toBeNull()
    expect(serviceAddress({ type: "nothing" } as never)).toBeNull()
    expect(serviceAddress(null as never)).toBeNull()
    expect(serviceAddresses({ type: "tcp", target: "db.example.com" })).toEqual([])
    expect(serviceAddresses({ type: "tcp", target: "db.example.com:5432" })).toHaveLength(1)
  })
})

describe("the fault of a service", () => {
  it.each([
    [{ type: "ssh", target: "git.example.com" }, null],
    [{ type: "tcp", target: "git.example.com" }, /^check\.target must be a host and a port/u],
    [{ type: "tcp", target: "git.example.com:22", port: 22 }, /^check has no option "port"/u],
    [
      { type: "dns", server: "192.0.2.53", name: "example.com", recordType: "XX" },
      /^check\.recordType must be a record type/u
    ],
    [{ type: "constructor", target: "git.example.com" }, /^check\.type must be/u],
    ["ssh", /^check must be an object with a type/u],
    [{ type: "mailRoundTrip", from: "a@example.com" }, /^check\.send/u],
    [{ type: "httpSteps", steps: [] }, /^check\.steps must have 1 to 20 entries/u],
    [
      {
        type: "httpSteps",
        steps: [
          { name: "use", url: "https://example.com/{{uuid}}/{{id}}" },
          { name: "take", url: "https://example.com/", take: { id: { json: "$.id" } } }
        ]
      },
      /^check\.steps\[0\] must only use values that exist\. No earlier step takes \{\{id\}\}/u
    ],
    [
      {
        type: "httpSteps",
        steps: Array.from({ length: 11 }, (_, index) => ({ name: "a", url: `https://s${index}.example.com/` }))
      },
      /^check\.steps must have at most 10 different hosts/u
    ]
  ])("of %j", (value, message) => {
    const fault = serviceFault(value, "check")
    if (message === null) expect(fault).toBeNull()
    else expect(fault).toMatch(message)
  })
})

describe("a check of any type", () => {
  let lab: Awaited<ReturnType<typeof makeServiceLab>>
  beforeAll(async () => {
    lab = await makeServiceLab()
  })
  afterAll(() => lab.close())

  it("finds the same as the method with its name", async () => {
    lab.dns.zone.set("www.example.com", { A: ["192.0.2.1"] })
    lab.dns.zone.set("ns.example.com", { A: [lab.dns.host] })
    const cache = await lab.listen("cache.example.com", (socket) => answerLines(socket, () => "+PONG\r\n"))
    const live = await lab.listen("live.example.com", webSocketServer())
    const steps = [{ send: "PING\r\n" }, { receive: "^.PONG" }]
    const requests: ReadonlyArray<readonly [ServiceRequest, object]> = [
      [{ type: "tcp", target: cache, steps }, { received: ["+PONG"] }],
      [{ type: "redis", target: cache }, { needsLogin: false }],
      [
        { type: "dns", server: `ns.example.com:${lab.dns.port}`, name: "www.example.com", recordType: "A" },
        { rcode: "NOERROR", answers: ["192.0.2.1"] }
      ],
      [{ type: "webSocket", url: `ws://${live}/` }, { statusCode: 101 }]
    ]
    for (const [request, found] of requests)
      expect(await lab.probe.check(request)).toMatchObject({ verdict: "up", found })
    const plain = await lab.listen("plain.example.com", (socket) => socket.end("220 hello\r\n"))
    expect(await lab.probe.check({ type: "tls", target: plain })).toMatchObject({
      verdict: "down",
      outcome: "tls_handshake",
      found: {}
    })
  })
})
