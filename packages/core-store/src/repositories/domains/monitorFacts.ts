import type { Domain, DomainExpiry, RedirectFacts, SslFacts } from "@mon/model"
import { isFiniteNumber, isFlag, isListOf, isNullOr, isObjectOf, isOneOf, isText } from "../../sql/JsonGuard.ts"

// The JSON columns of `monitor_facts`. A value in the format of another release is treated as unknown.

/** A certificate and a registration as stored: the remaining days are computed when they are read. */
export type StoredSsl = Omit<SslFacts, "daysRemaining">
export type StoredExpiry = Omit<DomainExpiry, "daysRemaining">

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

export const isStoredSsl = (value: unknown): value is StoredSsl =>
  isSslOfEveryRelease(value) && (!("endsFirst" in value) || isText(value.endsFirst))

export const isStoredExpiry = isObjectOf<StoredExpiry>({
  expiresAt: isNullOr(isText),
  registrar: isNullOr(isText),
  source: isOneOf("rdap", "whois"),
  statuses: isListOf(isText),
  checkedAt: isText
})

export const isRedirect = isObjectOf<RedirectFacts>({
  detected: isFlag,
  finalUrl: isText,
  kind: isNullOr(isText),
  hops: isListOf(isObjectOf<RedirectFacts["hops"][number]>({ url: isText, statusCode: isNullOr(isFiniteNumber) }))
})

export const isEmailGrade = isObjectOf<NonNullable<Domain["emailHealth"]>>({
  score: isNullOr(isFiniteNumber),
  grade: isNullOr(isText),
  checkedAt: isText
})
