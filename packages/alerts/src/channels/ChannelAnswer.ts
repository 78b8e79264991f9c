import { oneLine } from "../message/ForeignText.ts"
import { parseRetryAfter } from "../schedule/RetryAfter.ts"

/**
 * The values with which the vendor can find a message again, such as the id that is needed to edit the message. Store
 * these values, and pass them to the next request.
 */
export type ChannelState = Readonly<Record<string, string>>

/** The response of a vendor to a request. */
export interface ChannelResponse {
  readonly statusCode: number
  /** The headers, with names in lower case, as in Node and fetch. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
  /** The current time in epoch milliseconds. `Retry-After` may be a date, which is compared with this time. */
  readonly nowMs: number
}

/** The reason why a message was not delivered. The codes are stable. */
export type ChannelReason =
  | "rate_limited"
  | "unavailable"
  | "moved"
  | "state_lost"
  | "unexpected_answer"
  | "unauthorized"
  | "gone"
  | "blocked"
  | "rejected"
  | "redirect"
  | "partly_delivered"
  | "too_large"

/** The outcome of an attempt to deliver a message, as read from the vendor's response. */
export type ChannelAnswer =
  | {
      readonly outcome: "delivered"
      /**
       * The state of the message at the vendor. Store it with the incident, and pass it to the next request with the
       * same key. Null if there is nothing to store.
       */
      readonly state: ChannelState | null
    }
  | {
      /** A later attempt may deliver the message. */
      readonly outcome: "retry"
      readonly reason: ChannelReason
      /** The seconds after which the vendor wants the next attempt. Null if the vendor gave no time. */
      readonly afterSeconds: number | null
      /** Whether to delete the stored state, because the earlier message no longer exists at the vendor. */
      readonly dropsState: boolean
      /**
       * The settings that the vendor has changed, such as the id of a group that was migrated. Store the changed
       * settings.
       */
      readonly settings: Readonly<Record<string, string>> | null
      /** A sentence for people. The wording may change. */
      readonly message: string
      /** The error text of the vendor, at most 200 characters and untrusted. Null if the vendor gave no error text. */
      readonly detail: string | null
    }
  | {
      /** The vendor will never deliver this message. */
      readonly outcome: "refused"
      readonly reason: ChannelReason
      /** Whether the channel cannot work until somebody changes its settings. */
      readonly switchesOff: boolean
      readonly message: string
      readonly detail: string | null
    }
  | {
      /** The message was too large. Send a compact request instead. */
      readonly outcome: "too_large"
      readonly reason: "too_large"
      readonly message: string
      readonly detail: string | null
    }

export interface ReadableResponse {
  readonly vendor: string
  readonly statusCode: number
  /** Null if the body is not JSON. */
  readonly json: unknown
  readonly text: string
  readonly retryAfterSeconds: number | null
  readonly header: (name: string) => string | null
  readonly nowMs: number
}

const DETAIL_CHARACTERS = 200
/** The longest wait that a vendor can ask for: one day. */
const LONGEST_WAIT_SECONDS = 86_400

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const readable = (vendor: string, { body, headers, nowMs, statusCode }: ChannelResponse): ReadableResponse => {
  const header = (name: string): string | null => {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined
    return (typeof value === "string" || value === undefined ? value : value[0]) ?? null
  }
  return {
    vendor,
    statusCode,
    text: body.trim(),
    json: parseJson(body),
    header,
    nowMs,
    retryAfterSeconds: parseRetryAfter(header("retry-after"), nowMs)
  }
}

export const fieldOf = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    value
  )

/** Returns the text at a path inside a vendor's JSON. A whole number counts as text. */
export const textOf = (value: unknown, ...path: ReadonlyArray<string | number>): string | null => {
  const found = fieldOf(value, ...path)
  if (typeof found === "string") return found
  return Number.isSafeInteger(found) ? String(found) : null
}

export const secondsOf = (value: unknown): number | null => {
  const seconds = typeof value === "string" && value !== "" ? Number(value) : value
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(LONGEST_WAIT_SECONDS, Math.ceil(seconds))
    : null
}

const detailOf = (detail: string | null): string | null => oneLine(detail ?? "", DETAIL_CHARACTERS) || null

export const delivered = (state: ChannelState | null = null): ChannelAnswer => ({ outcome: "delivered", state })

const SENTENCES: Readonly<Record<ChannelReason, (vendor: string) => string>> = {
  rate_limited: (vendor) => `${vendor} is not accepting any more messages for now.`,
  unavailable: (vendor) => `${vendor} is not available.`,
  moved: (vendor) => `${vendor} gave the chat a new id.`,
  state_lost: (vendor) => `${vendor} no longer has the earlier message.`,
  unexpected_answer: (vendor) => `Unexpected response: ${vendor} does not normally respond like this.`,
  unauthorized: (vendor) => `${vendor} rejected this channel's key or address.`,
  gone: (vendor) => `${vendor} no longer has this channel's destination.`,
  blocked: (vendor) => `${vendor} does not allow messages to this destination.`,
  rejected: (vendor) => `${vendor} rejected the message.`,
  redirect: (vendor) => `${vendor} returned a redirect. Channels do not follow redirects.`,
  partly_delivered: (vendor) => `${vendor} could not notify all of its services.`,
  too_large: (vendor) => `The message is too large for ${vendor}.`
}

interface WithDetail {
  readonly detail?: string | null
}

/** Returns the longer of two waits, because the body and the header may contain different waits. */
const longer = (one: number | null | undefined, other: number | null): number | null =>
  typeof one === "number" && other !== null ? Math.max(one, other) : (one ?? other)

export const retry = (
  { retryAfterSeconds, vendor }: ReadableResponse,
  reason: ChannelReason,
  options: WithDetail & {
    readonly afterSeconds?: number | null
    readonly dropsState?: boolean
    readonly settings?: Readonly<Record<string, string>>
  } = {}
): ChannelAnswer => ({
  outcome: "retry",
  reason,
  afterSeconds:
    reason === "rate_limited"
      ? longer(options.afterSeconds, retryAfterSeconds)
      : (options.afterSeconds ?? retryAfterSeconds),
  dropsState: options.dropsState ?? false,
  settings: options.settings ?? null,
  message: SENTENCES[reason](vendor),
  detail: detailOf(options.detail ?? null)
})

export const refused = (
  { vendor }: ReadableResponse,
  reason: ChannelReason,
  { detail = null, switchesOff }: WithDetail & { readonly switchesOff: boolean }
): ChannelAnswer => ({
  outcome: "refused",
  reason,
  switchesOff,
  message: SENTENCES[reason](vendor),
  detail: detailOf(detail)
})

export const tooLarge = ({ vendor }: ReadableResponse, { detail = null }: WithDetail = {}): ChannelAnswer => ({
  outcome: "too_large",
  reason: "too_large",
  message: SENTENCES.too_large(vendor),
  detail: detailOf(detail)
})

/** The reasons for a refusal that also switch off the channel. */
const FINAL: ReadonlySet<ChannelReason> = /* @__PURE__ */ new Set<ChannelReason>([
  "unauthorized",
  "gone",
  "blocked",
  "redirect"
])

export const answerFor = (response: ReadableResponse, reason: ChannelReason, detail: string | null): ChannelAnswer => {
  if (reason === "too_large") return tooLarge(response, { detail })
  if (reason === "rate_limited" || reason === "unavailable" || reason === "unexpected_answer")
    return retry(response, reason, { detail })
  if (reason === "state_lost") return retry(response, reason, { detail, dropsState: true, afterSeconds: 0 })
  return refused(response, reason, { detail, switchesOff: FINAL.has(reason) })
}

export const reasonIn = (
  reasons: Readonly<Record<string, ChannelReason>>,
  word: string | null
): ChannelReason | undefined => (word !== null && Object.hasOwn(reasons, word) ? reasons[word] : undefined)

/**
 * The reasons for status codes. 408, 425 and 429 ask for another attempt (RFC 9110 section 15.5.9, RFC 8470 and RFC
 * 6585).
 */
const REASON_OF: ReadonlyMap<number, ChannelReason> = /* @__PURE__ */ new Map<number, ChannelReason>([
  [401, "unauthorized"],
  [403, "unauthorized"],
  [404, "gone"],
  [408, "unavailable"],
  [410, "gone"],
  [413, "too_large"],
  [425, "unavailable"],
  [429, "rate_limited"]
])

const reasonOfStatus = (statusCode: number): ChannelReason => {
  const known = REASON_OF.get(statusCode)
  if (known !== undefined) return known
  if (statusCode >= 300 && statusCode < 400) return "redirect"
  return statusCode >= 400 && statusCode < 500 ? "rejected" : "unavailable"
}

const isSuccess = ({ statusCode }: ReadableResponse): boolean => statusCode >= 200 && statusCode < 300

/**
 * Returns the answer for a response from which only the status is known. A status of 200 alone does not prove a
 * delivery, because login pages, proxies and captive portals also return it.
 */
export const answerByStatus = (response: ReadableResponse, detail: string | null = response.text): ChannelAnswer =>
  answerFor(response, isSuccess(response) ? "unexpected_answer" : reasonOfStatus(response.statusCode), detail)

/** Returns the answer of a receiver that defines no response body. Every success status then counts as a delivery. */
export const answerByStatusAlone = (response: ReadableResponse): ChannelAnswer =>
  isSuccess(response) ? delivered() : answerByStatus(response)
