import type { MessageLanguage } from "./words/Voice.ts"

/** The logo of a workspace, for example of an agency. */
export interface WorkspaceLogo {
  /** The media type, such as `image/png`. */
  readonly contentType: string
  readonly content: Uint8Array
  /** The width in pixels. Emails show the logo at half its width and height, so that it is sharp on all screens. */
  readonly width: number
  /** The height in pixels. */
  readonly height: number
}

/** The sender's workspace, whose name and logo appear above the message. */
export interface Workspace {
  readonly name: string | null
  readonly logo: WorkspaceLogo | null
}

/** The properties of a recipient that determine the words of a message, in addition to the fact that it reports. */
export interface Audience {
  /** The IANA name of the time zone. UTC is used if the zone does not exist. */
  readonly timeZone: string
  /** The language of the message. Default: English. */
  readonly language?: MessageLanguage
  /** The name of the service. */
  readonly service: string
  /** The page with the recipient's email settings. Null for a person without an account. */
  readonly settingsUrl: string | null
  /** The page on which this recipient can unsubscribe with one click. Null if there is none. */
  readonly stopUrl: string | null
  /** The name and the logo above the message. Default: none. */
  readonly workspace?: Workspace | null
}
