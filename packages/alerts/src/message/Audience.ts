import type { MessageLanguage } from "./words/Voice.ts"

/** What the words of a message depend on beside its content. */
export interface Audience {
  /** IANA name; UTC when there is no such zone. */
  readonly timeZone: string
  /** Default: English. */
  readonly language?: MessageLanguage
  /** The name of the service. */
  readonly service: string
  /** The recipient's email settings; null for somebody without an account. */
  readonly settingsUrl: string | null
  /** Where this recipient unsubscribes with one click; null when there is no such page. */
  readonly stopUrl: string | null
}
