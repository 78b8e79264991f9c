import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { count, flag, record, text, texts, timeOrNull } = described

/** The second factor of a person, as the settings show it. */
export const SecondFactorRecord = record("SecondFactor", "The caller's second factor.", {
  enabledAt: timeOrNull("The time when the caller set it up, ISO 8601 UTC, or null if the caller has none."),
  recoveryCodesLeft: count("Number of recovery codes that are left.", 10),
  isRequired: flag("Whether the account requires a second factor for everyone.", false)
})
export interface SecondFactorRecord extends Schema.Schema.Type<typeof SecondFactorRecord> {}

/** A secret for an authenticator app. */
export const SecondFactorSetup = record("SecondFactorSetup", "A secret for an authenticator app (RFC 6238).", {
  secret: text("The secret as base32, for people who cannot scan the QR code.", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"),
  uri: text(
    "The secret as a URI that authenticator apps open.",
    "otpauth://totp/Mon:ada%40example.com?issuer=Mon&secret=JBSWY3DP"
  ),
  qrCode: text("The URI as a QR code: a data: URL of an SVG image.", "data:image/svg+xml;base64,PHN2Zz4="),
  setupToken: text("A token to send with the first code, within 15 minutes.", "m1.Jc2nQ0xV.9f1PqL0kZb3XyT7u.k2m")
})
export interface SecondFactorSetup extends Schema.Schema.Type<typeof SecondFactorSetup> {}

/** New recovery codes. They are shown only once. */
export const RecoveryCodes = record("RecoveryCodes", "New recovery codes. Only this response contains them.", {
  recoveryCodes: texts("The codes. Each works once.", ["9k3m-x2pq-7dtw-0hn5"])
})
export interface RecoveryCodes extends Schema.Schema.Type<typeof RecoveryCodes> {}
