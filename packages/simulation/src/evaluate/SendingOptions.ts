/** The options for the capacity of a sender's mailboxes. */
export interface SendingOptions {
  /** Mailboxes of each sending domain. */
  readonly mailboxesPerSender?: number
  /** Emails of one warmed mailbox in a day. */
  readonly dailyPerMailbox?: number
  /** Days in which everything is to be sent; default: the fewest that suffice. */
  readonly days?: number
}
