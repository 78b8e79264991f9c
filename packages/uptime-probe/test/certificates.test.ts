import { type Credentials, makeAuthority, type SiteTls } from "@mon/testbed"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { CertificateProblem } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterEach(() => lab.closeSites())
afterAll(() => lab.close())

const NAME = "shop.example.com"
const names = [NAME]
const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const weak = (made: Credentials): SiteTls => ({ ...made, ciphers: "DEFAULT@SECLEVEL=0" })
const rogue = () => makeAuthority({ name: "Rogue" })

const cases: ReadonlyArray<readonly [string, () => Promise<SiteTls>, ReadonlyArray<CertificateProblem>]> = [
  ["good", () => lab.authority.issue({ names }), []],
  ["good with a wildcard", () => lab.authority.issue({ names: ["*.example.com"] }), []],
  ["good with RSA", () => lab.authority.issue({ names, key: "rsa" }), []],
  ["good with Ed25519", () => lab.authority.issue({ names, key: "ed25519" }), []],
  ["good with the root sent too", () => lab.authority.issue({ names, chain: "with-root" }), []],
  ["good, chain in the wrong order", () => lab.authority.issue({ names, chain: "reversed" }), []],
  ["soon to expire", () => lab.authority.issue({ names, notAfter: days(3.5) }), []],
  ["expired", () => lab.authority.issue({ names, notBefore: days(-90), notAfter: days(-2.5) }), ["expired"]],
  ["not yet valid", () => lab.authority.issue({ names, notBefore: days(2) }), ["not_yet_valid"]],
  ["for another host", () => lab.authority.issue({ names: ["other.example.com"] }), ["wrong_host"]],
  ["for a wildcard too high", () => lab.authority.issue({ names: ["*.com"] }), ["wrong_host"]],
  ["without alternative names", () => lab.authority.issue({ names, withoutAltNames: true }), ["no_alternative_names"]],
  ["self-signed", () => lab.authority.selfSigned({ names }), ["self_signed"]],
  ["of an unknown authority", async () => (await rogue()).issue({ names }), ["untrusted_root"]],
  ["of an unknown authority that sends its root", async () => (await rogue()).issue({ names, chain: "with-root" }), ["untrusted_root"]],
  ["without its intermediate", () => lab.authority.issue({ names, chain: "leaf" }), ["incomplete_chain"]],
  ["expired and self-signed", () => lab.authority.selfSigned({ names, notBefore: days(-9), notAfter: days(-1) }), ["expired", "self_signed"]],
  ["expired of an unknown authority", async () => (await rogue()).issue({ names, notBefore: days(-9), notAfter: days(-1) }), ["expired", "untrusted_root"]],
  ["expired for another host", () => lab.authority.issue({ names: ["other.example.com"], notBefore: days(-9), notAfter: days(-1) }), ["expired", "wrong_host"]],
  ["with a weak key", async () => weak(await lab.authority.issue({ names, key: "rsa-1024" })), ["weak_key"]],
  ["with a weak signature", async () => weak(await lab.authority.issue({ names, hash: "sha1" })), ["weak_signature"]],
  ["over TLS 1.0", async () => ({ ...weak(await lab.authority.issue({ names })), minVersion: "TLSv1", maxVersion: "TLSv1" }), ["old_protocol"]],
  ["over TLS 1.2", async () => ({ ...(await lab.authority.issue({ names })), maxVersion: "TLSv1.2" }), []]
]

describe("a certificate", () => {
  it.each(cases)("that is %s", async (_, tls, problems) => {
    const { url, site } = await lab.open(NAME, { tls: await tls() })
    const look = await lab.look(url)
    expect(look.certificate?.problems).toEqual(problems)
    expect(look).toMatchObject({ outcome: "ok", verdict: "up", statusCode: 200, certificate: { valid: problems.length === 0, host: NAME } })
    expect(await site.nextRequest()).toMatchObject({ servername: NAME, alpn: "http/1.1" })
  })

  it("is told with its facts", async () => {
    const made = await lab.authority.issue({ names: [NAME, "www.example.com", "127.0.0.1"], notAfter: days(12.5) })
    const { url } = await lab.open(NAME, { tls: made })
    const { certificate } = await lab.look(url)
    expect(certificate).toMatchObject({
      valid: true,
      daysRemaining: 12,
      protocol: "TLSv1.3",
      keyType: "ec",
      keyBits: 256,
      signatureAlgorithm: "ecdsa-with-SHA256",
      subject: `CN=${NAME}`,
      issuer: "CN=Testbed Intermediate, O=Testbed",
      names: [NAME, "www.example.com", "127.0.0.1"],
      host: NAME,
      chainError: null,
      fingerprint256: made.fingerprint256
    })
    expect(certificate?.chain.map((link) => link.subject)).toEqual([`CN=${NAME}`, "CN=Testbed Intermediate, O=Testbed", "CN=Testbed Root, O=Testbed"])
    expect(Date.parse(certificate?.validTo ?? "")).toBeCloseTo(days(12.5).getTime(), -5)
  })

  it("is seen on every look, renewed or not", async () => {
    const { url, site } = await lab.open(NAME, { secure: true })
    const seen = [await lab.look(url), await lab.look(url), await lab.look(url)].map((look) => look.certificate?.fingerprint256)
    expect(new Set(seen).size).toBe(1)
    await site.close()
    const next = await lab.open(NAME, { secure: true, port: site.port })
    expect((await lab.look(next.url)).certificate?.fingerprint256).not.toBe(seen[0])
  })

  it("counts expiry days downwards through zero", async () => {
    for (const [left, expected] of [
      [0.5, 0],
      [-0.5, -1]
    ] as const) {
      const { url } = await lab.open(NAME, { tls: await lab.authority.issue({ names, notBefore: days(-30), notAfter: days(left) }) })
      expect((await lab.look(url)).certificate?.daysRemaining).toBe(expected)
    }
  })

  it("of an internationalised name matches its ASCII form", async () => {
    const { url } = await lab.open("xn--bcher-kva.example.com", { tls: await lab.authority.issue({ names: ["bücher.example.com"] }) })
    expect((await lab.look(url.replace("xn--bcher-kva", "bücher"))).certificate).toMatchObject({ valid: true, host: "xn--bcher-kva.example.com" })
  })

  it("for an address matches it, and no server name is sent", async () => {
    const { site } = await lab.open(NAME, { tls: await lab.authority.issue({ names: ["127.0.0.1"] }) })
    const look = await lab.look(`https://127.0.0.1:${site.port}/`)
    expect(look).toMatchObject({ outcome: "ok", certificate: { valid: true, host: "127.0.0.1" } })
    expect((await site.nextRequest()).servername).toBe(null)
  })

  it("is told although the server then demands one from us", async () => {
    const { url } = await lab.open(NAME, { tls: { ...(await lab.authority.issue({ names })), clientCaPem: lab.authority.rootPem } })
    expect(await lab.look(url)).toMatchObject({ outcome: "tls_handshake", message: "The server demands a client certificate.", certificate: { valid: true } })
  })
})

describe("trust anchors", () => {
  it("are Node's unless told", async () => {
    const { url } = await lab.open(NAME, { secure: true })
    const strict = await lab.probeWith({ extraCa: [] }).look({ url, timeoutMs: 2_000 })
    expect(strict).toMatchObject({ outcome: "ok", certificate: { valid: false, problems: ["untrusted_root"] } })
  })

  it("must be certificates", () => {
    expect(() => lab.probeWith({ extraCa: [lab.authority.rootPem, "nothing"] })).toThrow("extraCa[1] is not a certificate in PEM form")
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    expect(() => lab.probeWith({ extraCa: [broken] })).toThrow("extraCa[0] holds a certificate that cannot be read")
  })

  it("may come several in one text", async () => {
    const other = await rogue()
    const { url } = await lab.open(NAME, { tls: await other.issue({ names }) })
    const probe = lab.probeWith({ extraCa: [`# ours\n${lab.authority.rootPem}\n${other.rootPem}`] })
    expect((await probe.look({ url, timeoutMs: 2_000 })).certificate?.valid).toBe(true)
  })
})
