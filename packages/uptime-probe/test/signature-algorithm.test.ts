import { X509Certificate } from "node:crypto"
import { rootCertificates } from "node:tls"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { signatureAlgorithm } from "../src/tls/SignatureAlgorithm.ts"

describe("the signature algorithm", () => {
  it("matches OpenSSL for every root certificate of Node", () => {
    for (const pem of rootCertificates) {
      const certificate = new X509Certificate(pem)
      expect(signatureAlgorithm(certificate.raw).name).toBe(certificate.signatureAlgorithm)
    }
  })

  it("of invalid data is unknown", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const { name, weak } = signatureAlgorithm(bytes)
        expect([typeof name, typeof weak]).toEqual(["string", "boolean"])
      })
    )
    const cut = new X509Certificate(rootCertificates[0] ?? "").raw
    for (let length = 0; length < cut.length - 300; length += 7)
      expect(signatureAlgorithm(cut.subarray(0, length)).name).toBe("unknown")
  })
})
