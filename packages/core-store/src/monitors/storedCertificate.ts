import type { Domain, SslFacts } from "@mon/model"
import { isFiniteNumber, isFlag, isListOf, isNullOr, isObjectOf, isText } from "../sql/JsonGuard.ts"

/** A stored certificate. The remaining days are computed when the certificate is read. */
type StoredSsl = Omit<SslFacts, "daysRemaining">

const isSslOfEveryRelease = isObjectOf<Omit<StoredSsl, "endsFirst">>({
  valid: isFlag,
  issuer: isText,
  subject: isText,
  validFrom: isText,
  validTo: isText,
  protocol: isText,
  keyType: isText,
  keyBits: isNullOr(isFiniteNumber),
  problems: isListOf(isText)
})

/** Returns whether a JSON column has a certificate in the form of this release. */
export const isStoredSsl = (value: unknown): value is StoredSsl =>
  isSslOfEveryRelease(value) && (!("endsFirst" in value) || isText(value.endsFirst))

const dayMs = 86_400_000

/** Returns the whole days until a time. Negative if it has passed. */
export const daysUntil = (time: string, now: Date): number => Math.floor((Date.parse(time) - now.getTime()) / dayMs)

export const toSsl = (ssl: StoredSsl, now: Date): Domain["ssl"] => ({
  valid: ssl.valid,
  issuer: ssl.issuer,
  subject: ssl.subject,
  validFrom: ssl.validFrom,
  validTo: ssl.validTo,
  daysRemaining: daysUntil(ssl.validTo, now),
  ...(ssl.endsFirst === undefined ? {} : { endsFirst: ssl.endsFirst }),
  protocol: ssl.protocol,
  keyType: ssl.keyType,
  keyBits: ssl.keyBits,
  problems: ssl.problems
})
