import { makeAuthority } from "@mon/tooling/testbed"
import { X509Certificate } from "node:crypto"
import { expect, it } from "vitest"
import { judgeCertificate } from "../src/network/judgeCertificate.ts"

const authority = await makeAuthority()
const HOST = "mx.example.com"

// RFC 9525 section 6.3: a wildcard is the whole first label.
it.each([
  [["m*.example.com"], false],
  [["*x.example.com"], false],
  [["mx.*.com"], false],
  [["m*.example.com", "*.example.com"], true],
  [[HOST], true]
])("a certificate with the names %j is for mx.example.com: %s", async (names, isRight) => {
  const { leafPem } = await authority.issue({ names })
  const leaf = new X509Certificate(leafPem)
  const shown = { host: HOST, chain: [leaf.raw], chainError: null, protocol: "TLSv1.3" }
  expect(judgeCertificate(shown, Date.parse(leaf.validFrom))?.problems).toEqual(isRight ? [] : ["wrong_host"])
})
