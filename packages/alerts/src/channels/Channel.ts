import type { ChannelAnswer, ChannelResponse, ChannelState } from "./ChannelAnswer.ts"
import type { ChannelField } from "./ChannelField.ts"
import type { ChannelMessage } from "./ChannelMessage.ts"

/** An HTTP request to a vendor. The body is text. The headers may contain secrets. */
export interface ChannelRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The features that a vendor's messages support. */
export interface ChannelAbilities {
  /** Whether the vendor recognizes a repeated attempt and delivers a message only once. */
  readonly deduplicates: boolean
  /** Whether a recovery edits the message of its incident. */
  readonly edits: boolean
  /** Whether a recovery replies to the message of its incident. */
  readonly threads: boolean
  /** Whether the vendor has its own alerts, which this channel opens, acknowledges and resolves. */
  readonly resolves: boolean
  /** Whether people can acknowledge in the vendor's app, without opening a page. */
  readonly acknowledges: boolean
  /**
   * Whether the channel adds the name of the person who acknowledged an incident to the incident's message or alert.
   */
  readonly showsAcknowledgement: boolean
}

/** A limit of the vendor that the channel respects. */
export interface ChannelLimit {
  readonly what: string
  readonly most: number
  readonly unit: "characters" | "bytes" | "entries"
}

/** The rate at which a vendor accepts messages for one destination. */
export interface ChannelRate {
  readonly messages: number
  readonly seconds: number
}

/** The options for making a request from a message. */
export interface RequestOptions {
  /** The state that `readAnswer` returned for an earlier message with the same key. Default: null. */
  readonly state?: ChannelState | null
  /** Whether to include only the title and the links, for a message that was too large. Default: false. */
  readonly compact?: boolean
}

/** The options for reading an answer. */
export interface AnswerOptions<Name extends string = string> {
  /**
   * The stored state with which the request was made. After a delivery, the answer contains this state instead of the
   * new message's state, because people already know the earlier message. Default: null.
   */
  readonly state?: ChannelState | null
  /** The settings of the channel. The secret values of these settings are removed from `detail`. Default: none. */
  readonly settings?: ChannelSettings<Name>
}

/** The settings of a channel. All values are texts. An absent setting is the empty text. */
export type ChannelSettings<Name extends string = string> = { readonly [Field in Name]: string }

/** The problem with a setting that cannot be used. */
export interface SettingFault {
  /** The name of the setting. */
  readonly field: string
  /** A sentence about the problem, for people. */
  readonly message: string
}

/** The settings after all checks, or the problems with them. */
export type SettingsReading<Name extends string = string> =
  | {
      readonly ok: true
      readonly settings: ChannelSettings<Name>
      /** The ignored settings: names of settings that the channel does not have. */
      readonly unknown: ReadonlyArray<string>
    }
  | { readonly ok: false; readonly faults: ReadonlyArray<SettingFault>; readonly unknown: ReadonlyArray<string> }

/** The options of `readSettings`. */
export interface SettingsOptions {
  /**
   * The origins that the operator allows in addition to public https, such as `http://ntfy.lan:8080`. Default: none.
   */
  readonly targets?: ReadonlyArray<string>
  /**
   * Whether the settings were accepted earlier and are already stored. Mistakes that only newer releases reject are
   * then ignored, so that a working channel continues to work. Default: false.
   */
  readonly stored?: boolean
}

/**
 * The state, at the vendor, of a message that asks people to acknowledge. `over` means that the vendor no longer
 * repeats the message.
 */
export type ReceiptStatus = "waiting" | "acknowledged" | "over"

/** The requests for the receipt of a message that asks people to acknowledge. */
export interface ChannelReceipt<Name extends string = string> {
  /** Makes the request for the state of a receipt. Null if the stored state has no receipt. */
  status(settings: ChannelSettings<Name>, state: ChannelState): ChannelRequest | null
  /**
   * Reads the state of a receipt from the response. Null if the response contains none, for example in an outage of the
   * vendor.
   */
  readStatus(response: ChannelResponse): ReceiptStatus | null
  /**
   * Returns the time at which the vendor stops repeating the message by itself, in epoch milliseconds. Null if the
   * stored state does not contain it.
   */
  endsAt(state: ChannelState): number | null
  /** Makes the request that ends the repetition when the incident is over. Null if the stored state has no receipt. */
  cancel(settings: ChannelSettings<Name>, state: ChannelState): ChannelRequest | null
}

/**
 * A channel: its description, its settings, and pure functions from a message to a request and from a response to an
 * outcome. The API, the documentation and the forms are made from it.
 */
export interface Channel<Kind extends string = string, Name extends string = string> {
  /** The name for programs, such as `slack` or `google_chat`. */
  readonly kind: Kind
  /** The name for people, such as `Slack` or `Google Chat`. */
  readonly name: string
  readonly about: string
  /** The three steps to connect the channel. */
  readonly steps: readonly [string, string, string]
  /** A description of the appearance of a message. */
  readonly appearance: string
  readonly fields: { readonly [Field in Name]: ChannelField }
  readonly abilities: ChannelAbilities
  readonly limits: ReadonlyArray<ChannelLimit>
  /** The rate that the vendor accepts. Null if users run the server themselves. */
  readonly rate: ChannelRate | null
  request(message: ChannelMessage, settings: ChannelSettings<Name>, options?: RequestOptions): ChannelRequest
  /** Reads the vendor's response. The answer says whether the vendor accepted the message, and whether to try again. */
  readAnswer(response: ChannelResponse, options?: AnswerOptions<Name>): ChannelAnswer
  /** Checks settings from an untrusted source. */
  readSettings(input: unknown, options?: SettingsOptions): SettingsReading<Name>
  /** The requests for receipts. Absent unless people can acknowledge in the vendor's app. */
  readonly receipt?: ChannelReceipt<Name>
}
