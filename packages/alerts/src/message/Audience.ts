/** Whom a message is for, as far as the words depend on it. */
export interface Audience {
  /** IANA name; times are told in it, and in UTC when there is no such zone. */
  readonly timeZone: string
  /** What the service calls itself. */
  readonly service: string
  /** Where emails are chosen; null for strangers. */
  readonly settingsUrl: string | null
  /** Where this recipient stops such emails with one click; null when there is no such page. */
  readonly stopUrl: string | null
}
