import { linkTo, type Notice } from "../Notice.ts"
import type { UnreadableFact } from "../RenderableFact.ts"

/** The notice of a fact that cannot be read. */
export const renderUnreadable = ({ type }: UnreadableFact, _timeZone: string, link: string | null): Notice => ({
  tone: "news",
  word: "NOTICE",
  subject: `${type} notification`,
  headline: `${type} notification`,
  lead: "The details of this notification cannot be shown, because another version of the service wrote it.",
  rows: [],
  sections: [],
  link: linkTo("Open the overview", link)
})
