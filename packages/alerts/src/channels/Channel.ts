import type { ChannelAnswer, ChannelResponse, ChannelState } from "./ChannelAnswer.ts"
import type { ChannelField } from "./ChannelField.ts"
import type { ChannelMessage } from "./ChannelMessage.ts"

/** An HTTP request to a vendor. The body is text; headers with secrets are among the headers. */
export interface ChannelRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The abilities of a vendor with messages. */
export interface ChannelAbilities {
  /** A repeated attempt is delivered once: the vendor recognizes it. */
  readonly deduplicates: boolean
  /** The recovery changes the message of the incident. */
  readonly edits: boolean
  /** The recovery answers the message of the incident. */
  readonly threads: boolean
  /** The vendor has alerts of its own that this channel opens, acknowledges and resolves. */
  readonly resolves: boolean
  /** People acknowledge in the vendor's app, without opening a page. */
  readonly acknowledges: boolean
  /**
   * The name of the person who acknowledged appears in the message or the alert of the incident, which the channel
   * changes.
   */
  readonly showsAcknowledgement: boolean
}

/** A limit of the vendor that the channel respects. */
export interface ChannelLimit {
  readonly what: string
  readonly most: number
  readonly unit: "characters" | "bytes" | "entries"
}

/** The rate at which a vendor accepts messages to one destination. */
export interface ChannelRate {
  readonly messages: number
  readonly seconds: number
}

/** Options of a request. */
export interface RequestOptions {
  /** The state that `readAnswer` returned for an earlier message with the same key. Default: null. */
  readonly state?: ChannelState | null
  /** Only the title and the links: for a message that was too large. Default: false. */
  readonly compact?: boolean
}

/** Options of an answer. */
export interface AnswerOptions<Name extends string = string> {
  /** The stored state that the request was made with. It stays, because people know that message. Default: null. */
  readonly state?: ChannelState | null
  /** Sealed settings never appear in `detail`. Default: none are known. */
  readonly settings?: ChannelSettings<Name>
}

/** The settings of a channel. All are texts; one that is absent is the empty text. */
export type ChannelSettings<Name extends string = string> = { readonly [Field in Name]: string }

/** A setting that cannot be used. */
export interface SettingFault {
  /** The name of the setting. */
  readonly field: string
  /** One sentence for people. */
  readonly message: string
}

/** Settings after all checks, or what is wrong with them. */
export type SettingsReading<Name extends string = string> =
  | {
      readonly ok: true
      readonly settings: ChannelSettings<Name>
      /** Names that the channel does not have. They are ignored. */
      readonly unknown: ReadonlyArray<string>
    }
  | { readonly ok: false; readonly faults: ReadonlyArray<SettingFault>; readonly unknown: ReadonlyArray<string> }

/** Options of `readSettings`. */
export interface SettingsOptions {
  /** Origins that the operator allows beside public https, such as `http://ntfy.lan:8080`. Default: none. */
  readonly targets?: ReadonlyArray<string>
  /**
   * The settings were accepted before. Mistakes that only newer releases refuse then do not end a channel that works.
   * Default: false.
   */
  readonly stored?: boolean
}

/**
 * The state, at the vendor, of a message that asks people to acknowledge. `over`: the vendor no longer repeats the
 * message.
 */
export type ReceiptStatus = "waiting" | "acknowledged" | "over"

/** A second conversation with the vendor about a message that asks people to acknowledge. */
export interface ChannelReceipt<Name extends string = string> {
  /** Asks whether somebody acknowledged; null when the state has no receipt. */
  status(settings: ChannelSettings<Name>, state: ChannelState): ChannelRequest | null
  /** Reads the state from the answer; null when the answer has none, such as in an outage of the vendor. */
  readStatus(response: ChannelResponse): ReceiptStatus | null
  /**
   * Returns the time at which the vendor stops repeating the message by itself, epoch milliseconds; null when the state
   * does not say.
   */
  endsAt(state: ChannelState): number | null
  /** Ends the repetition when the incident is over; null when the state has no receipt. */
  cancel(settings: ChannelSettings<Name>, state: ChannelState): ChannelRequest | null
}

/**
 * A channel: what it is, which settings it has, and pure functions from a message to a request and from a response to
 * an outcome. API, documentation and forms are made from it.
 */
export interface Channel<Kind extends string = string, Name extends string = string> {
  /** For programs: `slack`, `google_chat` */
  readonly kind: Kind
  /** For people: `Slack`, `Google Chat` */
  readonly name: string
  readonly about: string
  /** The three steps that connect it. */
  readonly steps: readonly [string, string, string]
  /** The appearance of a message. */
  readonly appearance: string
  readonly fields: { readonly [Field in Name]: ChannelField }
  readonly abilities: ChannelAbilities
  readonly limits: ReadonlyArray<ChannelLimit>
  /** Null when the server is the user's own. */
  readonly rate: ChannelRate | null
  /** The request for a message. */
  request(message: ChannelMessage, settings: ChannelSettings<Name>, options?: RequestOptions): ChannelRequest
  /** Reads the meaning of the vendor's response. */
  readAnswer(response: ChannelResponse, options?: AnswerOptions<Name>): ChannelAnswer
  /** Checks settings of unknown origin. */
  readSettings(input: unknown, options?: SettingsOptions): SettingsReading<Name>
  /** Only where people acknowledge in the vendor's app. */
  readonly receipt?: ChannelReceipt<Name>
}
