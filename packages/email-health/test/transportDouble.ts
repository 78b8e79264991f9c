import { type MailHostContact, notContacted, type OpenTransport } from "../src/network/Transport.ts"
import type { CertificateProblem } from "../src/network/judgeCertificate.ts"

/** Returns the answer of a web server that serves the given text. */
export const policyFile = (text: string, contentType = "text/plain; charset=utf-8") => ({
  ok: true as const,
  status: 200,
  contentType,
  body: new TextEncoder().encode(text)
})

export const plainHost: MailHostContact = { ...notContacted(null), status: "plain" }

/** Returns the contact with a mail host that has STARTTLS and a certificate. */
export const encryptedHost = (problems: ReadonlyArray<CertificateProblem> = []): MailHostContact => ({
  status: "encrypted",
  reason: null,
  protocol: "TLSv1.3",
  certificate: { subject: "CN=mx", issuer: "CN=ca", names: [], validTo: "2030-01-01T00:00:00.000Z", problems },
  fingerprints: [
    {
      certificate: { sha256: "c2".repeat(32), sha512: "c5".repeat(64) },
      publicKey: { sha256: "e2".repeat(32), sha512: "e5".repeat(64) }
    },
    {
      certificate: { sha256: "a2".repeat(32), sha512: "a5".repeat(64) },
      publicKey: { sha256: "b2".repeat(32), sha512: "b5".repeat(64) }
    }
  ]
})

/** Returns a network without connections, with one answer for every URL and one result for each mail host. */
export const transportDouble =
  (
    answer: ReturnType<typeof policyFile> | null,
    hosts: Readonly<Record<string, MailHostContact>> = {}
  ): OpenTransport =>
  () => ({
    get: async () => answer ?? { ok: false, fault: "not_checked", detail: "" },
    startTls: async (host) => hosts[host] ?? notContacted("port_closed")
  })
