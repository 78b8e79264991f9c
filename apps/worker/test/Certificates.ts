import { type IssueOptions, makeAuthority } from "@mon/tooling/testbed"
import type { CertificateFacts } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"

const DAY = 86_400_000

const link = {
  subject: "CN=plain.example.com",
  issuer: "CN=Testbed",
  validFrom: new Date(Date.now() - DAY).toISOString(),
  validTo: new Date(Date.now() + 90 * DAY).toISOString(),
  fingerprint256: "AA:BB",
  serialNumber: "01",
  keyType: "ec",
  keyBits: 256,
  signatureAlgorithm: "ecdsa-with-SHA256"
}

const facts: CertificateFacts = {
  ...link,
  valid: true,
  problems: [],
  daysRemaining: 89,
  endsFirst: link,
  protocol: "TLSv1.3",
  cipher: "TLS_AES_256_GCM_SHA384",
  names: ["plain.example.com"],
  host: "plain.example.com",
  chainError: null,
  chain: [link]
}

export const certificatesOf = Effect.map(
  Effect.promise(() => makeAuthority()),
  ({ issue, rootPem }) => ({
    rootPem,
    facts,
    issue: (options: IssueOptions) => Effect.promise(() => issue(options))
  })
)
