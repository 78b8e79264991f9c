import type { Secrets } from "@mon/core-store"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The path of the page on which somebody confirms an address that a mail server has refused. */
export const CONFIRM_ADDRESS_PATH = "/confirm-address"
export const ADDRESS_LINK_DAYS = 7

const DAY_MS = 86_400_000
/** The key-derivation label for the tokens of confirmation links. */
const ADDRESS_LABEL = "refused address"
/** The longest accepted token, in characters. No address needs more. */
const LONGEST = 1_024

const Claims = Schema.fromJsonString(
  Schema.Struct({
    /** The public id of the account that requested the link. */
    accountId: Schema.String,
    address: Schema.String,
    expiresAt: Schema.Finite
  })
)
const write = Schema.encodeSync(Claims)
const read = Schema.decodeUnknownOption(Claims)

export type AddressClaims = Pick<typeof Claims.Type, "accountId" | "address">

/**
 * Returns the token of a confirmation link. The token proves that the person who opens the link receives emails to the
 * address.
 */
export const makeAddressToken = (
  { sign }: Pick<Secrets["Service"], "sign">,
  claims: AddressClaims,
  nowMs: number
): string => {
  const text = write({ ...claims, expiresAt: nowMs + ADDRESS_LINK_DAYS * DAY_MS })
  const encoded = Buffer.from(text).toString("base64url")
  return `${encoded}.${sign(ADDRESS_LABEL, encoded)}`
}

/** Returns the claims of a token, or null if the token is forged or has expired. */
export const readAddressToken = (
  { verify }: Pick<Secrets["Service"], "verify">,
  token: string,
  nowMs: number
): AddressClaims | null => {
  const [encoded = "", signature = "", ...more] = token.length > LONGEST ? [] : token.split(".", 3)
  if (more.length > 0 || !verify(ADDRESS_LABEL, encoded, signature)) return null
  const claims = Option.getOrNull(read(Buffer.from(encoded, "base64url").toString("utf8")))
  return claims !== null && claims.expiresAt > nowMs ? claims : null
}
