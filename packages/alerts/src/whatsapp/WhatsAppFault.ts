/** The reason why WhatsApp did not accept a message. The codes are stable. */
export type WhatsAppReason =
  | "rate_limited"
  | "recipient_unreachable"
  | "template_rejected"
  | "unauthorized"
  | "account_blocked"
  | "bad_request"
  | "unavailable"
  | "unreachable"

/** A fault that the Cloud API reported, or a fault of the connection to it. */
export interface WhatsAppFault {
  readonly reason: WhatsAppReason
  /** The code of the Cloud API. Null if there was none. */
  readonly code: number | null
  /** A sentence for people. The wording may change. */
  readonly message: string
  /** Whether a later attempt may succeed. */
  readonly retryable: boolean
}

interface ReasonFacts {
  readonly retryable: boolean
  readonly title: string
}

const FACTS: Readonly<Record<WhatsAppReason, ReasonFacts>> = {
  rate_limited: { retryable: true, title: "WhatsApp is not accepting any more messages for now" },
  recipient_unreachable: { retryable: false, title: "The number cannot be reached on WhatsApp" },
  template_rejected: { retryable: false, title: "WhatsApp rejected the template" },
  unauthorized: { retryable: false, title: "WhatsApp rejected the access token" },
  account_blocked: { retryable: false, title: "The WhatsApp account is not allowed to send messages" },
  bad_request: { retryable: false, title: "WhatsApp rejected the message" },
  unavailable: { retryable: true, title: "WhatsApp is not available" },
  unreachable: { retryable: true, title: "WhatsApp could not be reached" }
}

/** The reasons of the Cloud API's error codes that have a specific reason. No other file lists these codes. */
const REASON_OF: ReadonlyMap<number, WhatsAppReason> = new Map<number, WhatsAppReason>([
  [0, "unauthorized"],
  [1, "unavailable"],
  [2, "unavailable"],
  [3, "unauthorized"],
  [4, "rate_limited"],
  [10, "unauthorized"],
  [33, "bad_request"],
  [100, "bad_request"],
  [190, "unauthorized"],
  [368, "account_blocked"],
  [80007, "rate_limited"],
  [130429, "rate_limited"],
  [130472, "recipient_unreachable"],
  [130497, "account_blocked"],
  [131000, "unavailable"],
  [131005, "unauthorized"],
  [131008, "bad_request"],
  [131009, "bad_request"],
  [131016, "unavailable"],
  [131021, "recipient_unreachable"],
  [131026, "recipient_unreachable"],
  [131031, "account_blocked"],
  [131037, "account_blocked"],
  [131042, "account_blocked"],
  [131045, "account_blocked"],
  [131047, "template_rejected"],
  [131048, "rate_limited"],
  [131049, "recipient_unreachable"],
  [131050, "recipient_unreachable"],
  [131051, "bad_request"],
  [131056, "rate_limited"],
  [131057, "unavailable"],
  [132000, "template_rejected"],
  [132001, "template_rejected"],
  [132005, "template_rejected"],
  [132007, "template_rejected"],
  [132012, "template_rejected"],
  [132015, "template_rejected"],
  [132016, "template_rejected"],
  [133004, "unavailable"],
  [133010, "account_blocked"]
])

/** The range of error codes about missing permissions. */
const PERMISSION = { first: 200, last: 299 } as const
const MESSAGE_CHARACTERS = 300

const reasonOf = (code: number | null, statusCode: number | null): WhatsAppReason => {
  if (code !== null) {
    const known = REASON_OF.get(code)
    if (known !== undefined) return known
    if (code >= PERMISSION.first && code <= PERMISSION.last) return "unauthorized"
  }
  if (statusCode === null) return "unreachable"
  if (statusCode === 429) return "rate_limited"
  return statusCode >= 400 && statusCode < 500 ? "bad_request" : "unavailable"
}

export const toFault = (code: number | null, statusCode: number | null, detail: string): WhatsAppFault => {
  const reason = reasonOf(code, statusCode)
  const { retryable, title } = FACTS[reason]
  const details = [code === null ? "" : String(code), detail.replace(/[\s\p{Cc}]+/gu, " ").trim()]
    .filter((part) => part !== "")
    .join(": ")
  return {
    reason,
    code,
    retryable,
    message: `${title}${details === "" ? "" : ` (${details})`}.`.slice(0, MESSAGE_CHARACTERS)
  }
}
