import type { RenderableFact } from "@mon/alerts"
import type { ClaimedDelivery, Secrets } from "@mon/core-store"

/** The key-derivation label for links that acknowledge. */
const ACKNOWLEDGE_LABEL = "acknowledge link"

/** The path of the links in alerts that acknowledge an incident. */
export const ACKNOWLEDGE_PATH = "/acknowledge"

const TOKEN = /^([\w-]{22})\.([\w-]{43})$/u
const ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/u

/**
 * The token of a link that acknowledges: the id of the delivery, so that it is valid for one recipient and one
 * incident, and a signature.
 */
export const makeAcknowledgeToken = ({ sign }: Secrets["Service"], deliveryId: string): string => {
  const claims = Buffer.from(deliveryId.replaceAll("-", ""), "hex").toString("base64url")
  return `${claims}.${sign(ACKNOWLEDGE_LABEL, claims)}`
}

/** The id of the delivery of a token; null when its signature is invalid. */
export const readAcknowledgeToken = ({ verify }: Secrets["Service"], token: string): string | null => {
  const [, claims = "", signature = ""] = TOKEN.exec(token) ?? []
  return verify(ACKNOWLEDGE_LABEL, claims, signature)
    ? Buffer.from(claims, "base64url").toString("hex").replace(ID, "$1-$2-$3-$4-$5")
    : null
}

/** The link of a delivery that acknowledges its incident; null when there is none, or the recipient must not. */
export const acknowledgeLinkOf = (
  secrets: Secrets["Service"],
  { id, isDigest, mayAcknowledge }: Pick<ClaimedDelivery, "id" | "isDigest" | "mayAcknowledge">,
  fact: RenderableFact,
  baseUrl: string
): string | null =>
  fact.kind === "down" && mayAcknowledge && !isDigest
    ? `${baseUrl}${ACKNOWLEDGE_PATH}/${makeAcknowledgeToken(secrets, id)}`
    : null
