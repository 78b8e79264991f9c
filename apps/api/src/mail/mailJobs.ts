import PostalMime from "postal-mime"
import { htmlText } from "./htmlText.ts"

/** The time limit for reading a message of the largest size, in milliseconds. */
export const READ_DEADLINE_MS = 5_000

/** The limits on the structure of a message. Real messages stay below these limits. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1_024, maxRfc822NestingDepth: 2 } as const

/** The parts of a message that the service reads. */
export interface MailText {
  readonly subject: string
  /** The text of the message. If the message contains only HTML, the text in the HTML. */
  readonly text: string
  /**
   * The Message-ID. It stays the same when a client delivers the message again. Null: the message has no Message-ID.
   */
  readonly messageId: string | null
}

/** Reads a message. Returns null if the message cannot be parsed, or if its structure exceeds the limits. */
export const readMail = async (bytes: Uint8Array): Promise<MailText | null> => {
  try {
    const { html = "", messageId = "", subject = "", text } = await PostalMime.parse(bytes, LIMITS)
    return { subject, text: text ?? htmlText(html), messageId: messageId === "" ? null : messageId }
  } catch {
    return null
  }
}
