import { X509Certificate } from "node:crypto"
import { connect } from "node:tls"
import { beforeAll, describe, expect, it } from "vitest"
import { type Authority, makeAuthority, type SiteTls, startSite } from "../../testbed/index.ts"

let authority: Authority
beforeAll(async () => {
  authority = await makeAuthority()
})

/** Returns the verdict of Node's TLS client about a chain. */
const verdict = async (tls: SiteTls) => {
  const site = await startSite({ tls })
  const found = await new Promise<string>((resolve) => {
    const socket = connect(
      { host: site.host, port: site.port, servername: "shop.example.com", ca: authority.rootPem },
      () => {
        resolve("ok")
        socket.destroy()
      }
    )
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  await site.close()
  return found
}

const names = ["shop.example.com"]
const day = (days: number) => new Date(Date.now() + days * 86_400_000)

describe("certificates as Node verifies them", () => {
  it.each([
    ["good", () => authority.issue({ names }), "ok"],
    ["wildcard", () => authority.issue({ names: ["*.example.com"] }), "ok"],
    ["RSA", () => authority.issue({ names, key: "rsa" }), "ok"],
    ["P-384", () => authority.issue({ names, key: "ec-384", hash: "sha384" }), "ok"],
    ["Ed25519", () => authority.issue({ names, key: "ed25519" }), "ok"],
    ["with root", () => authority.issue({ names, chain: "with-root" }), "ok"],
    ["reversed", () => authority.issue({ names, chain: "reversed" }), "ok"],
    ["expired", () => authority.issue({ names, notBefore: day(-40), notAfter: day(-1) }), "CERT_HAS_EXPIRED"],
    ["not yet valid", () => authority.issue({ names, notBefore: day(1) }), "CERT_NOT_YET_VALID"],
    ["wrong host", () => authority.issue({ names: ["other.example.com"] }), "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["no alternative names", () => authority.issue({ names, withoutAltNames: true }), "ok"],
    ["self-signed", () => authority.selfSigned({ names }), "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["incomplete", () => authority.issue({ names, chain: "leaf" }), "UNABLE_TO_VERIFY_LEAF_SIGNATURE"]
  ] as const)("%s", async (_, make, expected) => {
    expect(await verdict(await make())).toBe(expected)
  })

  it("is untrusted under another authority", async () => {
    const rogue = await makeAuthority({ name: "Rogue" })
    expect(await verdict(await rogue.issue({ names }))).toBe("UNABLE_TO_GET_ISSUER_CERT_LOCALLY")
    expect(await verdict(await rogue.issue({ names, chain: "with-root" }))).toBe("SELF_SIGNED_CERT_IN_CHAIN")
  })
})

describe("the content of a certificate", () => {
  it("has names, dates and a chain that verifies", async () => {
    const notAfter = new Date("2055-06-07T08:09:10Z")
    const made = await authority.issue({ names: ["bücher.example.com", "127.0.0.9", "::1"], notAfter })
    const leaf = new X509Certificate(made.leafPem)
    const intermediate = new X509Certificate(authority.intermediatePem)
    const root = new X509Certificate(authority.rootPem)
    expect(leaf.subjectAltName).toBe("DNS:xn--bcher-kva.example.com, IP Address:127.0.0.9, IP Address:0:0:0:0:0:0:0:1")
    expect(leaf.validToDate).toEqual(notAfter)
    expect(leaf.verify(intermediate.publicKey)).toBe(true)
    expect(intermediate.verify(root.publicKey)).toBe(true)
    expect(leaf.checkIssued(intermediate)).toBe(true)
    expect(leaf.ca).toBe(false)
    expect(root.ca).toBe(true)
    expect(made.fingerprint256).toBe(leaf.fingerprint256)
    expect(leaf.serialNumber).not.toBe(new X509Certificate((await authority.issue({ names })).leafPem).serialNumber)
  })

  it("can have weak keys and signatures", async () => {
    const weak = await authority.issue({ names, key: "rsa-1024", hash: "sha1" })
    const leaf = new X509Certificate(weak.leafPem)
    expect(leaf.publicKey.asymmetricKeyDetails?.modulusLength).toBe(1024)
    expect(leaf.verify(new X509Certificate(authority.intermediatePem).publicKey)).toBe(true)
  })
})
