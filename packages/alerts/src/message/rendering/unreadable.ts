import { linkTo, type Notice } from "../Notice.ts"
import type { UnreadableFact } from "../RenderableFact.ts"
import type { Voice } from "../words/Voice.ts"

/** The notice of a fact that cannot be read. */
export const renderUnreadable = ({ type }: UnreadableFact, { link, words }: Voice): Notice => ({
  tone: "news",
  word: words.unreadable.word,
  subject: words.unreadable.subject(type),
  headline: words.unreadable.subject(type),
  lead: words.unreadable.lead,
  rows: [],
  sections: [],
  link: linkTo(words.links.overview, link)
})
