import PostalMime from "postal-mime"
import { htmlText } from "./htmlText.ts"

/** The time in which a message of the largest size must be read. */
export const READ_DEADLINE_MS = 5_000

/** Limits of a message. A real one has fewer parts. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1_024, maxRfc822NestingDepth: 2 } as const

/** The parts of a message that count. */
export interface MailText {
  readonly subject: string
  /** The text. That of a message with only HTML is the text in it. */
  readonly text: string
  /** The Message-ID, which is the same when a message is delivered again. Null: it has none. */
  readonly messageId: string | null
}

/** Reads a message. Null: its structure exceeds the limits. */
export const readMail = async (bytes: Uint8Array): Promise<MailText | null> => {
  try {
    const { html = "", messageId = "", subject = "", text } = await PostalMime.parse(bytes, LIMITS)
    return { subject, text: text ?? htmlText(html), messageId: messageId === "" ? null : messageId }
  } catch {
    return null
  }
}
