/** The capacity of each sender's mailboxes, and the number of days for the whole campaign. */
export interface SendingOptions {
  /** The number of mailboxes of each sending domain. */
  readonly mailboxesPerSender?: number
  /** The number of emails that one warmed-up mailbox sends in a day. */
  readonly dailyPerMailbox?: number
  /** The number of days in which all emails are sent. Default: the minimum number of days that is sufficient. */
  readonly days?: number
}
