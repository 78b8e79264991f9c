import { InjectedFault, tryFaults } from "@mon/bundled/callbacks/testing"
import { startSmtpServer } from "@mon/tooling/testbed"
import { accepted, done, sqlServer } from "@mon/tooling/testbed/services"
import { once } from "node:events"
import { createSecureServer } from "node:http2"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Lab, makeLab } from "./lab.ts"
import { makeRegistryLab, type RegistryLab } from "./registryLab.ts"
import { answerLines, makeServiceLab, type ServiceLab, webSocketServer } from "./serviceLab.ts"

interface Found {
  readonly outcome: string
  readonly verdict: string
  readonly thrown?: Error
}

let lab: Lab
let services: ServiceLab
let registry: RegistryLab
const closers: Array<() => Promise<unknown>> = []
beforeAll(async () => {
  lab = await makeLab()
  services = await makeServiceLab()
  registry = await makeRegistryLab()
  closers.push(lab.close, services.close, registry.close)
})
afterAll(() => Promise.all(closers.map((close) => close())))

const page = gzipSync(`<title>Shop</title>${"<p>Welcome to the shop.</p>".repeat(2_000)}`)
const gzipped = { body: page, headers: { "content-encoding": "gzip", "content-type": "text/html" } }

const overHttp = async (): Promise<() => Promise<Found>> => {
  const { url } = await lab.open("plain.example.com", { behaviour: gzipped })
  return () => lab.check(url)
}

const overTls = async (): Promise<() => Promise<Found>> => {
  const { url } = await lab.open("secure.example.com", { behaviour: { ...gzipped }, secure: true })
  return () => lab.check(url, { body: "x", method: "POST" })
}

const overHttp2 = async (): Promise<() => Promise<Found>> => {
  const { certPem, keyPem } = await lab.authority.issue({ names: ["two.example.com"] })
  lab.dns.zone.set("two.example.com", { A: ["127.0.0.1"] })
  const server = createSecureServer({ cert: certPem, key: keyPem })
  server.on("sessionError", () => {})
  server.on("stream", (stream) => {
    stream.on("error", () => {})
    stream.additionalHeaders({ ":status": 103 })
    stream.respond({ ":status": 200, "content-encoding": "gzip", "content-type": "text/html" })
    stream.end(page)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return () => lab.check(`https://two.example.com:${(server.address() as AddressInfo).port}/`)
}

const failing =
  (name: string, behaviour: Parameters<Lab["open"]>[1], timeoutMs = 3_000) =>
  async (): Promise<() => Promise<Found>> => {
    const { url } = await lab.open(name, behaviour)
    return () => lab.check(url, { timeoutMs })
  }

const refused = async (): Promise<() => Promise<Found>> => {
  const { site, url } = await lab.open("refused.example.com", {})
  await site.close()
  return () => lab.check(url)
}

const webSocket = async (): Promise<() => Promise<Found>> => {
  const tls = await services.authority.issue({ names: ["wss.example.com"] })
  const url = `wss://${await services.listen("wss.example.com", webSocketServer(), tls)}/`
  return () => services.probe.webSocket({ url, ping: true, send: "hello", receive: "^hello", timeoutMs: 3_000 })
}

const startTls = async (): Promise<() => Promise<Found>> => {
  const smtp = await startSmtpServer({ tls: await services.authority.issue({ names: ["mx.example.com"] }) })
  closers.push(smtp.close)
  services.dns.zone.set("mx.example.com", { A: [smtp.host] })
  const target = `mx.example.com:${smtp.port}`
  return () => services.probe.protocol({ type: "smtp", target, timeoutMs: 3_000 })
}

const loginAnswer = () => Buffer.concat([accepted, done])

const framedTls = async (): Promise<() => Promise<Found>> => {
  const tls = await services.authority.issue({ names: ["sql.example.com"] })
  const target = await services.listen("sql.example.com", sqlServer({ encryption: 1, tls, answer: loginAnswer }))
  const login = { username: "mon", password: "secret" }
  return () => services.probe.protocol({ type: "sqlServer", target, login, timeoutMs: 3_000 })
}

const tcp = async (): Promise<() => Promise<Found>> => {
  const target = await services.listen("cache.example.com", (socket) => answerLines(socket, () => "+PONG\r\n"))
  return () => services.probe.tcp({ target, steps: [{ send: "PING\r\n" }, { receive: "PONG" }], timeoutMs: 3_000 })
}

const dnsQuery = async (): Promise<() => Promise<Found>> => {
  services.dns.zone.set("ns1.example.net", { A: [services.dns.host] })
  services.dns.zone.set("www.example.com", { A: ["192.0.2.1"] })
  const server = `ns1.example.net:${services.dns.port}`
  return () => services.probe.dns({ server, name: "www.example.com", type: "A", timeoutMs: 3_000 })
}

const silentDns = async (): Promise<() => Promise<Found>> => {
  services.dns.zone.set("ns2.example.net", { A: [services.dns.host] })
  const name = "silent.example.com"
  services.dns.zone.fail(name, "DROP")
  return () => services.probe.dns({ server: `ns2.example.net:${services.dns.port}`, name, type: "A", timeoutMs: 100 })
}

const whois = async (): Promise<() => Promise<Found>> => {
  registry.rdap.list(["com"], [registry.rdap.base])
  registry.whois.answer("io", "domain: IO\nwhois: whois.nic.io\n")
  registry.whois.answer("example.io", "Domain Name: EXAMPLE.IO\nRegistry Expiry Date: 2026-03-02T00:00:00Z\n")
  const expiry = registry.expiryWith()
  return async () => {
    try {
      return { outcome: (await expiry.lookup({ hostname: "example.io" })).outcome, verdict: "up" }
    } catch (error) {
      return { outcome: "prober_fault", verdict: "unknown", thrown: error as Error }
    }
  }
}

const works: Readonly<Record<string, () => Promise<() => Promise<Found>>>> = {
  "a page over HTTP": overHttp,
  "a page over TLS": overTls,
  "a page over HTTP/2": overHttp2,
  "a port that is closed": refused,
  "a server that resets the connection": failing("reset.example.com", { behaviour: { reset: "in-body" } }),
  "a server that resets the handshake": failing("tls-reset.example.com", { behaviour: { reset: "tls" }, secure: true }),
  "a body that is no gzip": failing("broken.example.com", { behaviour: { ...gzipped, body: "no gzip at all" } }),
  "a body that ends early": failing("early.example.com", { behaviour: { ...gzipped, body: page.subarray(0, 500) } }),
  "a silent server": failing("silent.example.com", { behaviour: { hang: "before-headers" } }, 100),
  "a silent handshake": failing("tls-silent.example.com", { behaviour: { hang: "tls" }, secure: true }, 100),
  "a WebSocket over TLS": webSocket,
  "a mail server": startTls,
  "a SQL Server": framedTls,
  "a TCP service": tcp,
  "a DNS server": dnsQuery,
  "a silent DNS server": silentDns,
  "a WHOIS server": whois
}

it("throws in every callback of a check: the check is a prober fault, and the next one runs", async () => {
  const tried = new Set<string>()
  const faults: Array<string> = []
  const wrong: Array<string> = []
  for (const [name, prepare] of Object.entries(works)) {
    const { expected, trials } = await tryFaults(await prepare(), tried)
    for (const { afterwards, found, place, thrown } of trials) {
      const isFault = found.outcome === "prober_fault" && found.verdict === "unknown"
      // A callback that runs after the result, or that only saves time, must not change the result.
      if (isFault && found.thrown instanceof InjectedFault) faults.push(place)
      else if (thrown && found.outcome !== expected.outcome) wrong.push(`${name}: ${place}: ${found.outcome}`)
      if (afterwards.outcome !== expected.outcome) wrong.push(`${name}: after ${place}: ${afterwards.outcome}`)
    }
  }
  expect(wrong).toEqual([])
  expect(tried.size).toBeGreaterThanOrEqual(34)
  expect(faults.length).toBeGreaterThanOrEqual(28)
})
