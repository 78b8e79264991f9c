import type { EndedAdditions } from "@mon/model"
import type { AccountCatalogue } from "../account/account.en.ts"

/**
 * Returns sentences about the API keys, webhooks, channels and email copies that ended together with a membership or a
 * right.
 */
export const endedText = (words: AccountCatalogue["team"], ended: EndedAdditions): ReadonlyArray<string> => [
  ...(ended.apiKeys.length === 0 ? [] : [words.endedKeys(ended.apiKeys.length)]),
  ...(ended.webhooks.length === 0 ? [] : [words.endedWebhooks(ended.webhooks.map(({ label }) => label).join(", "))]),
  ...(ended.channels.length === 0 ? [] : [words.endedChannels(ended.channels.map(({ name }) => name).join(", "))]),
  ...(ended.ccEmails.length === 0 ? [] : [words.endedCopies(ended.ccEmails.map(({ email }) => email).join(", "))])
]
