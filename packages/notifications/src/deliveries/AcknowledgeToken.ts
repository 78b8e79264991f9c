import type { RenderableFact } from "@mon/alerts"
import type { ClaimedDelivery, Secrets } from "@mon/core-store"
import { readSignedId, signId } from "../SignedId.ts"

/** The key-derivation label for acknowledgement links. */
const ACKNOWLEDGE_LABEL = "acknowledge link"

export const ACKNOWLEDGE_PATH = "/acknowledge"

/**
 * Makes the token of an acknowledgement link: the id of the delivery and a signature. The id makes the token valid for
 * only one recipient and one incident.
 */
export const makeAcknowledgeToken = (secrets: Secrets["Service"], deliveryId: string): string =>
  signId(secrets, ACKNOWLEDGE_LABEL, deliveryId)

export const readAcknowledgeToken = (secrets: Secrets["Service"], token: string): string | null =>
  readSignedId(secrets, ACKNOWLEDGE_LABEL, token)

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
