import { Secret, TOTP } from "otpauth"
import { renderSVG } from "uqr"

/** The length of a secret in bytes. RFC 4226 section 4 recommends 160 bits. */
const SECRET_BYTES = 20
/** The duration of a time step, in seconds (RFC 6238 section 5.2). */
const STEP_SECONDS = 30
/**
 * The number of time steps before and after the current one whose codes are accepted, because clocks differ (RFC 6238
 * section 5.2).
 */
const WINDOW = 1
const DIGITS = 6
/** The width of the margin around a QR code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** Matches the digits of a code. Some authenticator apps show them in two groups. */
const CODE = new RegExp(`^\\d{${DIGITS}}$`, "u")

const totpOf = (secret: string, account: { readonly issuer: string; readonly label: string } | null): TOTP =>
  new TOTP({ ...account, algorithm: "SHA1", digits: DIGITS, period: STEP_SECONDS, secret: Secret.fromBase32(secret) })

export const makeSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

export const codeDigits = (text: string): string | null => {
  const digits = text.replaceAll(/[\s-]/gu, "")
  return CODE.test(digits) ? digits : null
}

/** Returns the time step that a code belongs to, within the window around a time. Null: the code is wrong. */
export const matchingStep = (secret: string, digits: string, nowMs: number): number | null => {
  const delta = totpOf(secret, null).validate({ token: digits, timestamp: nowMs, window: WINDOW })
  return delta === null ? null : Math.floor(nowMs / 1_000 / STEP_SECONDS) + delta
}

/** Returns the URI that an authenticator app imports: `otpauth://totp/…`. */
export const provisioningUri = (secret: string, service: string, email: string): string =>
  totpOf(secret, { issuer: service, label: email }).toString()

/**
 * Returns a QR code as a data: URL of an SVG. The code is dark on light in every color scheme, because authenticator
 * apps expect this.
 */
export const qrCode = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: QUIET_ZONE, ecc: "M" })).toString("base64")}`
