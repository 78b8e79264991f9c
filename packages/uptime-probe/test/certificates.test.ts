import { type CertificateCase, certificateCases, type IssueOptions, makeAuthority } from "@mon/tooling/testbed"
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
/** Returns the certificates that a server sends in addition to its own certificate. */
const pemOf = ({ certPem, leafPem }: { readonly certPem: string; readonly leafPem: string }) =>
  certPem.slice(leafPem.length)
const rogue = () => makeAuthority({ name: "Rogue" })

/** The expected problems in each case of the testbed. The compiler reports a missing case. */
const expected: Readonly<Record<CertificateCase, ReadonlyArray<CertificateProblem>>> = {
  good: [],
  wildcard: [],
  rsa: [],
  ed25519: [],
  "many names": [],
  "root sent too": [],
  reversed: [],
  "TLS 1.2": [],
  soon: [],
  expired: ["expired"],
  "not yet": ["not_yet_valid"],
  "wrong host": ["wrong_host"],
  "wildcard two labels up": ["wrong_host"],
  "no alternative names": ["no_alternative_names"],
  "self-signed": ["self_signed"],
  "unknown authority": ["untrusted_root"],
  "unknown authority, root sent too": ["untrusted_root"],
  incomplete: ["incomplete_chain"],
  "unknown issuer": ["unknown_issuer"],
  "expired intermediate": ["chain_expired"],
  "spare intermediate": [],
  "old roots sent too": [],
  "expired, old roots sent too": ["expired"],
  "intermediate ends soon": [],
  "expired and self-signed": ["expired", "self_signed"],
  "expired, unknown authority": ["expired", "untrusted_root"],
  "expired, wrong host": ["expired", "wrong_host"],
  "weak key": ["weak_key"],
  "weak signature": ["weak_signature"],
  "TLS 1.0": ["old_protocol"],
  "TLS 1.1": ["old_protocol"],
  "client certificate": []
}

describe("a certificate", () => {
  it.each(Object.keys(expected) as Array<CertificateCase>)(
    "of the case %j gets its verdict, and the check goes on",
    async (name) => {
      const { url, site } = await lab.open(NAME, { tls: await certificateCases[name](lab.authority, NAME) })
      const check = await lab.check(url)
      expect(check.certificate).toMatchObject({
        problems: expected[name],
        valid: expected[name].length === 0,
        host: NAME
      })
      expect(check.outcome).toBe(name === "client certificate" ? "tls_handshake" : "ok")
      expect(site.requests.map(({ servername, alpn }) => [servername, alpn])).toEqual(
        check.outcome === "ok" ? [[NAME, "http/1.1"]] : []
      )
    }
  )

  // A wildcard must be the whole first label (RFC 9525 section 6.3).
  it.each([
    [["s*.example.com"], false],
    [["*p.example.com"], false],
    [["s*p.example.com"], false],
    [["S*.Example.com"], false],
    [["shop.*.com"], false],
    [["*.*.com"], false],
    [["*"], false],
    [["s*.example.com", "*.example.com"], true],
    [["s*.example.com", NAME], true]
  ])("with the names %j is valid for shop.example.com: %s", async (altNames, isValid) => {
    const { url } = await lab.open(NAME, { tls: await lab.authority.issue({ names: altNames }) })
    const { certificate } = await lab.check(url)
    expect(certificate?.problems).toEqual(isValid ? [] : ["wrong_host"])
  })

  it("is reported with its details", async () => {
    const made = await lab.authority.issue({ names: [NAME, "www.example.com", "127.0.0.1"], notAfter: days(12.5) })
    const { url } = await lab.open(NAME, { tls: made })
    const { certificate } = await lab.check(url)
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
    expect(certificate?.chain.map((link) => link.subject)).toEqual([
      `CN=${NAME}`,
      "CN=Testbed Intermediate, O=Testbed",
      "CN=Testbed Root, O=Testbed"
    ])
    expect(Date.parse(certificate?.validTo ?? "")).toBeCloseTo(days(12.5).getTime(), -5)
  })

  it("ends with the certificate of its path that ends first", async () => {
    const [leaf, intermediate] = [`CN=${NAME}`, "CN=Testbed Intermediate, O=Testbed"]
    const root = "CN=Testbed Root, O=Testbed"
    const cases: ReadonlyArray<readonly [IssueOptions, number, string]> = [
      [{ names, notAfter: days(300.5) }, 300, leaf],
      [{ names, notAfter: days(300.5), intermediateNotAfter: days(5.5) }, 5, intermediate],
      [{ names, notAfter: days(3.5), intermediateNotAfter: days(5.5) }, 3, leaf],
      [{ names, notAfter: days(300.5), intermediateNotAfter: days(-1.5) }, -2, intermediate],
      [{ names, notAfter: days(12.5), chain: "old-roots" }, 12, leaf],
      [{ names, notAfter: days(12.5), chain: "spare-intermediate" }, 12, leaf]
    ]
    for (const [options, left, ends] of cases) {
      const { url } = await lab.open(NAME, {
        tls: { ...(await lab.authority.issue(options)), ciphers: "DEFAULT@SECLEVEL=0" }
      })
      const expect14 = [{ certificate: "valid", minimumDays: 14 }] as const
      const { certificate, outcome } = await lab.check(url, { expect: expect14 })
      expect([certificate?.daysRemaining, certificate?.endsFirst.subject]).toEqual([left, ends])
      expect(outcome).toBe(left >= 14 ? "ok" : "expectation_failed")
      const shown = certificate?.chain.map(({ subject }) => subject)
      if (options.chain !== "spare-intermediate") expect(shown).toEqual([leaf, intermediate, root])
    }
  })

  it("without a subject has its first alternative name", async () => {
    const { url } = await lab.open(NAME, {
      tls: await lab.authority.issue({ names: [NAME, "b.example"], withoutSubject: true })
    })
    const { certificate } = await lab.check(url)
    expect([certificate?.valid, certificate?.subject, certificate?.chain[0]?.subject]).toEqual([true, NAME, NAME])
  })

  it("says which other certificate ends first", async () => {
    const made = await lab.authority.issue({ names, notAfter: days(300.5), intermediateNotAfter: days(5.5) })
    const { url } = await lab.open(NAME, { tls: made })
    expect(await lab.check(url, { expect: [{ certificate: "valid", minimumDays: 14 }] })).toMatchObject({
      message:
        "Expected a certificate that is valid for 14 more days, got 5 days, after which the certificate “CN=Testbed Intermediate, O=Testbed” of the chain ends."
    })
  })

  it("is read with the chain of each server, although both have the same one", async () => {
    const made = await lab.authority.issue({ names, notAfter: days(300.5) })
    const ending = {
      ...made,
      certPem: made.leafPem + pemOf(await lab.authority.issue({ names, intermediateNotAfter: days(5.5) }))
    }
    const left = []
    for (const tls of [made, ending, made]) {
      const { url } = await lab.open(NAME, { tls })
      left.push((await lab.check(url)).certificate?.daysRemaining)
    }
    expect(left).toEqual([300, 5, 300])
  })

  it("without its chain is reported at the next check, although the certificate is the same", async () => {
    const made = await lab.authority.issue({ names })
    const { url, site } = await lab.open(NAME, { tls: made })
    const before = [await lab.check(url), await lab.check(url)]
    expect(before.map(({ certificate }) => certificate?.problems)).toEqual([[], []])
    await site.close()
    await lab.open(NAME, { tls: { ...made, certPem: made.leafPem }, port: site.port })
    const { certificate } = await lab.check(url)
    expect([certificate?.problems, certificate?.chain.length]).toEqual([["unknown_issuer"], 1])
    expect(certificate?.fingerprint256).toBe(before[0]?.certificate?.fingerprint256)
  })

  it("with many names is reported with a limited number of them", async () => {
    const { url } = await lab.open(NAME, { tls: await certificateCases["many names"](lab.authority, NAME) })
    expect((await lab.check(url)).certificate).toMatchObject({
      valid: true,
      names: expect.objectContaining({ length: 100 })
    })
  })

  it("is read anew on every check", async () => {
    const { url, site } = await lab.open(NAME, { secure: true })
    const seen = [await lab.check(url), await lab.check(url), await lab.check(url)].map(
      (check) => check.certificate?.fingerprint256
    )
    expect(new Set(seen).size).toBe(1)
    await site.close()
    const next = await lab.open(NAME, { secure: true, port: site.port })
    expect((await lab.check(next.url)).certificate?.fingerprint256).not.toBe(seen[0])
  })

  it("counts expiry days downwards through zero", async () => {
    for (const [left, remaining] of [
      [0.5, 0],
      [-0.5, -1]
    ] as const) {
      const { url } = await lab.open(NAME, {
        tls: await lab.authority.issue({ names, notBefore: days(-30), notAfter: days(left) })
      })
      expect((await lab.check(url)).certificate?.daysRemaining).toBe(remaining)
    }
  })

  it("of an internationalised name matches its ASCII form", async () => {
    const { url } = await lab.open("xn--bcher-kva.example.com", {
      tls: await lab.authority.issue({ names: ["bücher.example.com"] })
    })
    expect((await lab.check(url.replace("xn--bcher-kva", "bücher"))).certificate).toMatchObject({
      valid: true,
      host: "xn--bcher-kva.example.com"
    })
  })

  it("for an address matches it, and no server name is sent", async () => {
    const { site } = await lab.open(NAME, { tls: await lab.authority.issue({ names: ["127.0.0.1"] }) })
    const check = await lab.check(`https://127.0.0.1:${site.port}/`)
    expect(check).toMatchObject({ outcome: "ok", certificate: { valid: true, host: "127.0.0.1" } })
    expect((await site.nextRequest()).servername).toBe(null)
  })

  it("is reported although the server then demands a client certificate", async () => {
    const { url } = await lab.open(NAME, {
      tls: { ...(await lab.authority.issue({ names })), clientCaPem: lab.authority.rootPem }
    })
    expect(await lab.check(url)).toMatchObject({
      outcome: "tls_handshake",
      message: "The server requires a client certificate.",
      certificate: { valid: true }
    })
  })
})

describe("trust anchors", () => {
  it("default to the ones of Node", async () => {
    const { url } = await lab.open(NAME, { secure: true })
    const strict = await lab.probeWith({ extraCa: [] }).check({ url, timeoutMs: 2_000 })
    expect(strict).toMatchObject({ outcome: "ok", certificate: { valid: false, problems: ["untrusted_root"] } })
  })

  it("must be certificates", () => {
    expect(() => lab.probeWith({ extraCa: [lab.authority.rootPem, "nothing"] })).toThrow(
      "extraCa[1] is not a certificate in PEM form"
    )
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    expect(() => lab.probeWith({ extraCa: [broken] })).toThrow("extraCa[0] contains a certificate that cannot be read")
  })

  it("may be several in one PEM text", async () => {
    const other = await rogue()
    const { url } = await lab.open(NAME, { tls: await other.issue({ names }) })
    const probe = lab.probeWith({ extraCa: [`# ours\n${lab.authority.rootPem}\n${other.rootPem}`] })
    expect((await probe.check({ url, timeoutMs: 2_000 })).certificate?.valid).toBe(true)
  })
})
