import type { MessageLanguage } from "./words/Voice.ts"

/** An image of a workspace, such as that of an agency. */
export interface WorkspaceLogo {
  /** `image/png` */
  readonly contentType: string
  readonly content: Uint8Array
  /** Pixels. Emails show it with half of its width and height, so that it is sharp on all screens. */
  readonly width: number
  /** Pixels. */
  readonly height: number
}

/** Whose emails these are: its name and logo stand above the message. */
export interface Workspace {
  readonly name: string | null
  readonly logo: WorkspaceLogo | null
}

/** The properties of a recipient that the words of a message depend on, beside its content. */
export interface Audience {
  /** IANA name; UTC when there is no such zone. */
  readonly timeZone: string
  /** Default: English. */
  readonly language?: MessageLanguage
  /** The name of the service. */
  readonly service: string
  /** The recipient's email settings; null for somebody without an account. */
  readonly settingsUrl: string | null
  /** The page on which this recipient unsubscribes with one click; null when there is no such page. */
  readonly stopUrl: string | null
  /** Name and logo above the message. Default: none. */
  readonly workspace?: Workspace | null
}
