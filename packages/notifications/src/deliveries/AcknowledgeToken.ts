import type { RenderableFact } from "@mon/alerts"
import type { ClaimedDelivery, Secrets } from "@mon/core-store"

/** The key-derivation label for acknowledgement links. */
const ACKNOWLEDGE_LABEL = "acknowledge link"

export const ACKNOWLEDGE_PATH = "/acknowledge"

const TOKEN = /^([\w-]{22})\.([\w-]{43})$/u
const ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/u

/**
 * Makes the token of an acknowledgement link: the id of the delivery and a signature. The id makes the token valid for
 * only one recipient and one incident.
 */
export const makeAcknowledgeToken = ({ sign }: Secrets["Service"], deliveryId: string): string => {
  const claims = Buffer.from(deliveryId.replaceAll("-", ""), "hex").toString("base64url")
  return `${claims}.${sign(ACKNOWLEDGE_LABEL, claims)}`
}

export const readAcknowledgeToken = ({ verify }: Secrets["Service"], token: string): string | null => {
  const [, claims = "", signature = ""] = TOKEN.exec(token) ?? []
  return verify(ACKNOWLEDGE_LABEL, claims, signature)
    ? Buffer.from(claims, "base64url").toString("hex").replace(ID, "$1-$2-$3-$4-$5")
    : null
}

/**
 * Returns the acknowledgement link of a delivery. Null if the delivery is not about exactly one incident, or if its
 * recipient may not acknowledge the incident.
 */
export const acknowledgeLinkOf = (
  secrets: Secrets["Service"],
  { id, isDigest, mayAcknowledge }: Pick<ClaimedDelivery, "id" | "isDigest" | "mayAcknowledge">,
  fact: RenderableFact,
  baseUrl: string
): string | null =>
  (fact.kind === "down" || fact.kind === "external_alert") && mayAcknowledge && !isDigest
    ? `${baseUrl}${ACKNOWLEDGE_PATH}/${makeAcknowledgeToken(secrets, id)}`
    : null
