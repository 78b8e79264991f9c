import { InjectedFault, tryFaults } from "@mon/bundled/callbacks/testing"
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { makeAddressPolicy } from "@mon/public-net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeHttpsClient, makeNodeClient, makeTlsClient, makeUdpClient } from "../src/index.ts"
import { NAME, resolve, startHttpsServer, startTlsServer, theAuthority } from "./encryptedServers.ts"

let server: DnsServer
const closers: Array<() => unknown> = []
beforeAll(async () => {
  server = await startDnsServer()
  server.zone.set("name.example.com", { A: ["192.0.2.1"] })
  server.zone.set("long.example.com", { TXT: Array.from({ length: 40 }, () => "x".repeat(200)) })
  closers.push(server.close)
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

interface Asks {
  readonly query: (name: string, type: "A" | "TXT") => Promise<{ readonly status: string }>
}

/** Sends a query and returns its outcome. An injected fault must end only this query. */
const ask =
  (client: Asks, name = "name.example.com", type: "A" | "TXT" = "A") =>
  async (): Promise<string> => {
    try {
      return (await client.query(name, type)).status
    } catch (error) {
      return error instanceof InjectedFault ? "fault" : String(error)
    }
  }

const limits = { timeoutMs: 2_000, deadlineMs: 4_000, tries: 1 }

const encrypted = async () => {
  const { rootPem: ca } = await theAuthority()
  const options = { ca, resolve, policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }), ...limits }
  const tls = await startTlsServer(({ reply }) => reply())
  const two = await startHttpsServer("h2", ({ reply }) => reply())
  const one = await startHttpsServer("http/1.1", ({ reply }) => reply())
  const clients = [
    makeTlsClient({ servers: [`${NAME}:${tls.port}`], ...options }),
    makeHttpsClient({ urls: [two.url], ...options }),
    makeHttpsClient({ urls: [one.url], ...options })
  ]
  closers.push(tls.close, two.close, one.close, ...clients.map(({ close }) => close))
  return clients
}

it("throws in every callback of a query: the query ends with the error, and the next one is answered", async () => {
  const udp = makeUdpClient({ servers: [server.address], ...limits })
  closers.push(udp.close)
  const works = [
    ask(udp),
    ask(udp, "long.example.com", "TXT"),
    ask(makeNodeClient({ servers: [server.address], timeoutMs: 2_000, tries: 1 })),
    async () => {
      const { resolveAddresses } = udp
      const found = await resolveAddresses("name.example.com", new AbortController().signal)
      return found.status === "failed" && found.thrown instanceof InjectedFault ? "fault" : found.status
    },
    ...(await encrypted()).map((client) => ask(client))
  ]
  const tried = new Set<string>()
  const faults: Array<string> = []
  const wrong: Array<string> = []
  for (const work of works) {
    const { expected, trials } = await tryFaults(work, tried)
    expect(expected).toBe("ok")
    for (const { afterwards, found, place } of trials) {
      if (found === "fault") faults.push(place)
      // A callback that runs after the answer must not change the result.
      else if (found !== "ok") wrong.push(`${place}: ${found}`)
      if (afterwards !== "ok") wrong.push(`after ${place}: ${afterwards}`)
    }
  }
  expect(wrong).toEqual([])
  expect(tried.size).toBeGreaterThanOrEqual(20)
  expect(faults.length).toBeGreaterThanOrEqual(14)
})
