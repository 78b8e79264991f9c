import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto"
import { isIP, isIPv6 } from "node:net"
import { domainToASCII } from "node:url"
import * as Der from "./Der.ts"
import { encodeData } from "./DnsRecord.ts"
import type { KeyPair } from "./Keys.ts"

export type SignatureHash = "sha256" | "sha384" | "sha1"

const signatureOids: ReadonlyMap<string, string> = new Map([
  ["rsa sha1", "1.2.840.113549.1.1.5"],
  ["rsa sha256", "1.2.840.113549.1.1.11"],
  ["rsa sha384", "1.2.840.113549.1.1.12"],
  ["ec sha1", "1.2.840.10045.4.1"],
  ["ec sha256", "1.2.840.10045.4.3.2"],
  ["ec sha384", "1.2.840.10045.4.3.3"],
  ["ed25519 sha256", "1.3.101.112"]
])

const nameOids = { CN: "2.5.4.3", O: "2.5.4.10" } as const

const distinguishedName = (attributes: { readonly CN?: string; readonly O?: string }) =>
  Der.sequence(
    ...(["O", "CN"] as const).flatMap((key) => {
      const value = attributes[key]
      return value === undefined ? [] : [Der.set(Der.sequence(Der.oid(nameOids[key]), Der.utf8(value)))]
    })
  )

const keyIdentifier = (key: KeyObject) =>
  createHash("sha1")
    .update(key.export({ type: "spki", format: "der" }))
    .digest()

const extension = (id: string, critical: boolean, value: Buffer) =>
  Der.sequence(Der.oid(id), ...(critical ? [Der.boolean(true)] : []), Der.octets(value))

const addressBytes = (address: string) => encodeData(isIPv6(address) ? "AAAA" : "A", address)

const subjectAltName = (names: ReadonlyArray<string>) =>
  extension(
    "2.5.29.17",
    false,
    Der.sequence(
      ...names.map((name) =>
        isIP(name) === 0
          ? Der.tagged(0x82, Buffer.from(domainToASCII(name) || name, "latin1"))
          : Der.tagged(0x87, addressBytes(name))
      )
    )
  )

const KEY_USAGE = { authority: Buffer.of(0x06), leaf: Buffer.of(0xa0) }

export interface CertificateFields {
  readonly subject: { readonly CN?: string; readonly O?: string }
  readonly publicKey: KeyObject
  readonly issuer: { readonly subject: { readonly CN?: string; readonly O?: string }; readonly keys: KeyPair }
  readonly notBefore: Date
  readonly notAfter: Date
  readonly authority: boolean
  /** The URL of the issuer's certificate. Undefined: the certificate does not have the extension. */
  readonly issuerUrl?: string
  /** The subject alternative names: DNS names and IP addresses. Empty: the certificate does not have the extension. */
  readonly names: ReadonlyArray<string>
  readonly hash: SignatureHash
}

const toPem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${(der.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`

/** Returns a signed X.509 v3 certificate in PEM (RFC 5280 section 4.1). */
export const certificatePem = (fields: CertificateFields): string => {
  const { keys } = fields.issuer
  const kind = `${keys.family} ${keys.family === "ed25519" ? "sha256" : fields.hash}`
  const algorithm = Der.sequence(
    Der.oid(signatureOids.get(kind) ?? ""),
    ...(keys.family === "rsa" ? [Der.nothing()] : [])
  )
  const extensions = [
    extension("2.5.29.19", true, Der.sequence(...(fields.authority ? [Der.boolean(true)] : []))),
    extension(
      "2.5.29.15",
      true,
      Der.bits(fields.authority ? KEY_USAGE.authority : KEY_USAGE.leaf, fields.authority ? 1 : 5)
    ),
    // Authority Information Access: the URL of the issuer's certificate, as public authorities include it (RFC 5280,
    // 4.2.2.1).
    ...(fields.issuerUrl === undefined
      ? []
      : [
          extension(
            "1.3.6.1.5.5.7.1.1",
            false,
            Der.sequence(
              Der.sequence(Der.oid("1.3.6.1.5.5.7.48.2"), Der.tagged(0x86, Buffer.from(fields.issuerUrl, "latin1")))
            )
          )
        ]),
    extension("2.5.29.14", false, Der.octets(keyIdentifier(fields.publicKey))),
    extension("2.5.29.35", false, Der.sequence(Der.tagged(0x80, keyIdentifier(createPublicKey(keys.privateKey))))),
    ...(fields.authority
      ? []
      : [extension("2.5.29.37", false, Der.sequence(Der.oid("1.3.6.1.5.5.7.3.1"), Der.oid("1.3.6.1.5.5.7.3.2")))]),
    ...(fields.names.length > 0 ? [subjectAltName(fields.names)] : [])
  ]
  const body = Der.sequence(
    Der.tagged(0xa0, Der.integer(2)),
    Der.integer(Buffer.concat([Buffer.of(0x4d), randomBytes(15)])),
    algorithm,
    distinguishedName(fields.issuer.subject),
    Der.sequence(Der.time(fields.notBefore), Der.time(fields.notAfter)),
    distinguishedName(fields.subject),
    fields.publicKey.export({ type: "spki", format: "der" }),
    Der.tagged(0xa3, Der.sequence(...extensions))
  )
  const signature = sign(keys.family === "ed25519" ? null : fields.hash, body, keys.privateKey)
  return toPem(Der.sequence(body, algorithm, Der.bits(signature)))
}
