import { type Authority, makeAuthority, type Site, startSite } from "@mon/tooling/testbed"
import { once } from "node:events"
import { connect, type SecureVersion } from "node:tls"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import type { ParsedCertificate } from "../src/tls/CertificateChain.ts"
import { makeKnownChains } from "../src/tls/KnownChains.ts"

const NAME = "shop.example.com"
const MINUTE_MS = 60_000

let authority: Authority
const sites: Array<Site> = []
beforeAll(async () => {
  authority = await makeAuthority()
})
afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()))
})

/** Starts a site with a new certificate. The function that it returns performs a handshake and returns the session. */
const startServer = async (maxVersion: SecureVersion = "TLSv1.3") => {
  const site = await startSite({ tls: { ...(await authority.issue({ names: [NAME] })), maxVersion } })
  sites.push(site)
  return async (): Promise<Buffer | undefined> => {
    const socket = connect({ host: site.host, port: site.port, servername: NAME, ca: authority.rootPem })
    await once(socket, "secureConnect")
    const session = socket.getSession()
    socket.destroy()
    return session
  }
}

const START = Date.parse("2026-11-30T12:00:00Z")

/** Makes chains of one certificate of so many bytes. */
const makeChains = (bytes = 1_000) => {
  const chains = makeKnownChains()
  const certificate: ParsedCertificate = {
    subject: `CN=${NAME}`,
    issuer: "CN=Testbed Intermediate",
    validFrom: "2026-11-01T00:00:00.000Z",
    validTo: "2027-01-30T00:00:00.000Z",
    fingerprint256: "AA:BB",
    serialNumber: "01",
    keyType: "ec",
    keyBits: 256,
    signatureAlgorithm: "ecdsa-with-SHA256",
    notBefore: Date.parse("2026-11-01T00:00:00Z"),
    notAfter: Date.parse("2027-01-30T00:00:00Z"),
    altNames: [`DNS:${NAME}`],
    weakSignature: false,
    bytes,
    issuerUrl: false,
    selfIssued: false
  }
  const read = vi.fn<() => ReadonlyArray<ParsedCertificate>>(() => [certificate])
  return {
    /** Returns whether the chain was read. */
    reads: (session: Uint8Array | undefined, minutes = 0, server = "192.0.2.1 443") => {
      const before = read.mock.calls.length
      chains.chainOf({ server, session, now: START + minutes * MINUTE_MS }, read)
      return read.mock.calls.length > before
    }
  }
}

describe("the chain of a server", () => {
  it.each(["TLSv1.2", "TLSv1.3"] as const)("is read once in ten minutes over %s", async (version) => {
    const handshake = await startServer(version)
    const { reads } = makeChains()
    const times = [0, 1, 9, 10, 11, 19, 20]
    const seen = []
    for (const minutes of times) seen.push(reads(await handshake(), minutes))
    expect(seen).toEqual([true, false, false, true, false, false, true])
  })

  it("is read again when the clock was set back", async () => {
    const session = await (await startServer())()
    const { reads } = makeChains()
    expect([reads(session), reads(session, -1), reads(session, -1)]).toEqual([true, true, false])
  })

  it("is read each time if it has a large certificate, so that nobody can fill the memory", async () => {
    const session = await (await startServer())()
    const { reads } = makeChains(7_000)
    expect([reads(session), reads(session)]).toEqual([true, true])
  })

  it("is read for each server and for each certificate", async () => {
    const [one, other] = [await startServer(), await startServer()]
    const { reads } = makeChains()
    expect(reads(await one())).toBe(true)
    expect(reads(await one(), 0, "192.0.2.2 443")).toBe(true)
    expect(reads(await other())).toBe(true)
    expect([reads(await one()), reads(await other())]).toEqual([false, false])
  })

  it.each<[string, (session: Buffer) => Uint8Array | undefined]>([
    ["no session", () => undefined],
    ["an empty session", () => Buffer.alloc(0)],
    ["bytes without a session", () => Buffer.alloc(600, 0x30)],
    ["a session that is cut off", (session) => session.subarray(0, session.length - 400)]
  ])("is read each time if there is %s", async (_what, change) => {
    const session = change((await (await startServer())()) ?? Buffer.alloc(0))
    const { reads } = makeChains()
    expect([reads(session), reads(session)]).toEqual([true, true])
  })
})
