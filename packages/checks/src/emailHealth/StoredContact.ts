import type { MailHostContact } from "@mon/email-health"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const { Array: List, Literals, NullOr, String: Text, Struct } = Schema

/** The reasons why a mail host was not checked, and the reasons why its check failed. */
export const contactReasons = [
  "port_closed",
  "timeout",
  "no_host",
  "dns_failed",
  "not_public",
  "host_refused",
  "not_smtp",
  "recently_contacted",
  "handshake"
] as const

export const MailHostCertificate = Struct({
  subject: Text,
  issuer: Text,
  names: List(Text),
  validTo: Text,
  problems: List(
    Literals(["expired", "not_yet_valid", "wrong_host", "self_signed", "untrusted", "weak_key", "old_protocol"])
  )
})

const digests = Struct({ sha256: Text, sha512: Text })

const Contact = Struct({
  status: Literals(["encrypted", "plain", "broken", "not_checked"]),
  reason: NullOr(Literals(contactReasons)),
  protocol: NullOr(Text),
  certificate: NullOr(MailHostCertificate),
  fingerprints: List(Struct({ certificate: digests, publicKey: digests }))
})

const decode = Schema.decodeUnknownOption(Contact)

/** Reads the stored contact of a mail host. Null if another version of the engine stored it. */
export const readStoredContact = (stored: unknown): MailHostContact | null => Option.getOrNull(decode(stored))
