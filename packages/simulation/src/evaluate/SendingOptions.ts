/** The capacity of each sender's mailboxes, and the days for the whole campaign. */
export interface SendingOptions {
  /** Mailboxes of each sending domain. */
  readonly mailboxesPerSender?: number
  /** Emails of one warmed mailbox in a day. */
  readonly dailyPerMailbox?: number
  /** Days in which everything is to be sent; default: the fewest that suffice. */
  readonly days?: number
}
