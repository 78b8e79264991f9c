import type { Secrets } from "@mon/core-store"
import { isPublicId } from "@mon/model"

/** The key-derivation label for links of subscribers. */
const SUBSCRIBER_LABEL = "status page subscriber"

/**
 * Makes the token of a subscriber's links. The token is not stored. The token never expires, because links in old
 * emails must keep working.
 */
const makeSubscriberToken = ({ sign }: Pick<Secrets["Service"], "sign">, subscriberId: string): string =>
  `${subscriberId}.${sign(SUBSCRIBER_LABEL, subscriberId)}`

export const readSubscriberToken = ({ verify }: Pick<Secrets["Service"], "verify">, token: string): string | null => {
  const [id = "", signature = "", ...more] = token.split(".", 3)
  return more.length === 0 && isPublicId(id) && verify(SUBSCRIBER_LABEL, id, signature) ? id : null
}

/**
 * Returns the links for choosing components and for unsubscribing with one POST. `page` is the address of the status
 * page.
 */
export const subscriberLinks = (
  secrets: Pick<Secrets["Service"], "sign">,
  page: string,
  subscriberId: string
): { readonly manage: string; readonly unsubscribe: string } => {
  const manage = `${page}/subscription/${makeSubscriberToken(secrets, subscriberId)}`
  return { manage, unsubscribe: `${manage}/unsubscribe` }
}
