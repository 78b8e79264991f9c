import { composeNotice, type Email } from "@mon/alerts"
import type { Language } from "@mon/model"
import { createHash } from "node:crypto"
import type { DeliveryIdentitySettings } from "../deliveries/DeliveryIdentity.ts"
import { messageDomainOf } from "./composePublication.ts"
import { subscriberWords } from "./subscriberWords.ts"

interface SubscriptionLetter {
  readonly to: string
  readonly language: Language
  readonly pageName: string
  readonly url: string
}

/**
 * Returns the key from which the Message-ID of an email is made. The key contains only a hash of the link, because mail
 * servers log Message-IDs.
 */
const keyOf = (kind: string, text: string): string => `${kind}:${createHash("sha256").update(text).digest("hex")}`

/**
 * Changes a name so that mail programs do not turn it into a link, because strangers get this email from the service's
 * address.
 */
const withoutLinks = (name: string): string => name.replaceAll(/[“”„"]/gu, "'").replaceAll(/[.:/@]/gu, "$&\u2060")

const audienceOf = ({ language, to }: SubscriptionLetter, identity: DeliveryIdentitySettings) => ({
  to,
  language,
  timeZone: "UTC",
  service: identity.service,
  messageDomain: messageDomainOf(identity),
  settingsUrl: null,
  stopUrl: null
})

/** Asks the owner of an address to confirm the subscription. `url` works once. */
export const confirmSubscriptionLetter = (letter: SubscriptionLetter, identity: DeliveryIdentitySettings): Email => {
  const { language, pageName, url } = letter
  const words = subscriberWords[language]
  return composeNotice(
    {
      tone: "news",
      word: words.word,
      subject: words.confirmSubject,
      headline: words.confirmHeadline,
      lead: words.confirmLead(withoutLinks(pageName)),
      rows: [],
      sections: [],
      link: { label: words.confirmLink, url }
    },
    audienceOf(letter, identity),
    { key: keyOf("subscribe", url) }
  )
}

/**
 * Informs a subscriber that somebody tried to subscribe the same address again. `attempt` makes the Message-ID unique.
 */
export const knownSubscriberLetter = (
  letter: SubscriptionLetter,
  identity: DeliveryIdentitySettings,
  attempt: string
): Email => {
  const { language, pageName, url } = letter
  const words = subscriberWords[language]
  return composeNotice(
    {
      tone: "news",
      word: words.word,
      subject: words.knownSubject,
      headline: words.knownSubject,
      lead: words.knownLead(withoutLinks(pageName)),
      rows: [],
      sections: [],
      link: { label: words.manageLink, url }
    },
    audienceOf(letter, identity),
    { key: keyOf("subscribed", `${url} ${attempt}`) }
  )
}
