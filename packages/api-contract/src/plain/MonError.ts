/** The codes of {@link MonError}. */
export type MonErrorCode =
  | "bad_request"
  | "unauthorized"
  | "payment_required"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "payload_too_large"
  | "too_many_requests"
  | "internal_error"
  | "unavailable"
  | "no_answer"

interface Failure {
  /** Null if there was no response. */
  readonly status: number | null
  /** The id of the request in the service's log. */
  readonly requestId: string | null
  /** The wait that the service asks for. Null if the service asks for no wait. */
  readonly retryAfterSeconds: number | null
  readonly cause?: unknown
}

/**
 * A failed request. Each status has its own subclass. `message` is a sentence for people.
 *
 * @example
 * ```ts
 * await mon.domains.get(id).catch((error) => {
 *   if (error instanceof MonError) console.error(error.code, error.status, error.message)
 * })
 * ```
 */
export class MonError extends Error {
  override readonly name: string = "MonError"
  readonly code: MonErrorCode
  /** The HTTP status. Null if there was no response. */
  readonly status: number | null
  /** The id that the service gave the request, which the service's log contains. Null if there was no response. */
  readonly requestId: string | null
  /** The wait that the service asks for, in seconds. Null if the service asks for no wait. */
  readonly retryAfterSeconds: number | null

  constructor(code: MonErrorCode, message: string, { cause, requestId, retryAfterSeconds, status }: Failure) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.status = status
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 400: a parameter is invalid, the object already exists, or a plan limit is reached. */
export class BadRequest extends MonError {
  override readonly name = "BadRequest"
}

/** 401: the API key is missing or invalid. */
export class Unauthorized extends MonError {
  override readonly name = "Unauthorized"
}

/** 402: the account has too few credits. */
export class PaymentRequired extends MonError {
  override readonly name = "PaymentRequired"
}

/** 403: the permissions or the plan do not allow the request. */
export class Forbidden extends MonError {
  override readonly name = "Forbidden"
}

/** 404: the object does not exist, or belongs to another account. */
export class NotFound extends MonError {
  override readonly name = "NotFound"
}

/** 409: the object of the request has changed in the meantime. */
export class Conflict extends MonError {
  override readonly name = "Conflict"
}

/** 413: the request body is too large. */
export class PayloadTooLarge extends MonError {
  override readonly name = "PayloadTooLarge"
}

/** 429: the rate limit is used up, and the service asks for a longer wait than the client allows. */
export class TooManyRequests extends MonError {
  override readonly name = "TooManyRequests"
}

/** 500, or a status that the API does not document. */
export class InternalError extends MonError {
  override readonly name = "InternalError"
}

/** 502, 503 or 504: the service is temporarily unavailable. */
export class Unavailable extends MonError {
  override readonly name = "Unavailable"
}

/** No response arrived in time, or a program other than Mon responded. `cause` is the error of `fetch`. */
export class NoAnswer extends MonError {
  override readonly name = "NoAnswer"
}

const classes = new Map<number, readonly [typeof MonError, MonErrorCode]>([
  [400, [BadRequest, "bad_request"]],
  [401, [Unauthorized, "unauthorized"]],
  [402, [PaymentRequired, "payment_required"]],
  [403, [Forbidden, "forbidden"]],
  [404, [NotFound, "not_found"]],
  [409, [Conflict, "conflict"]],
  [413, [PayloadTooLarge, "payload_too_large"]],
  [429, [TooManyRequests, "too_many_requests"]],
  [502, [Unavailable, "unavailable"]],
  [503, [Unavailable, "unavailable"]],
  [504, [Unavailable, "unavailable"]]
])

const SECONDS = /^\d{1,9}$/u

/**
 * Parses `Retry-After`, which is seconds or a date (RFC 9110 section 10.2.3). The service sends seconds, but a proxy
 * may send a date.
 */
const retryAfter = (value: string): number | null => {
  if (SECONDS.test(value)) return Number(value)
  const at = /[a-z]/iu.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000))
}

const messageIn = (text: string): string | null => {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null && "message" in body ? String(body.message) : null
  } catch {
    return null
  }
}

const statusMessage = (status: number): string => `The service responded with HTTP ${status}.`

/** Returns whether a response is a redirect. Browsers hide the target of a redirect, and also its status. */
const isRedirect = ({ status, type }: Response): boolean => type === "opaqueredirect" || (status >= 300 && status < 400)

const redirectMessage = (headers: Headers): string => {
  const location = headers.get("location")
  return `The address redirects${location === null ? "" : ` to ${location}`}. Use the address of the service itself.`
}

export const errorOf = async (response: Response): Promise<MonError> => {
  const { headers, status } = response
  const [Class, code] = classes.get(status) ?? [InternalError, "internal_error" as const]
  const text = await response.text().catch(() => "")
  const message = isRedirect(response) ? redirectMessage(headers) : (messageIn(text) ?? statusMessage(status))
  return new Class(code, message, {
    status,
    requestId: headers.get("x-request-id"),
    retryAfterSeconds: retryAfter(headers.get("retry-after") ?? "")
  })
}

/** Returns the error for a successful response that Mon does not send, such as a page of another program. */
export const foreignAnswer = ({ headers, status }: Response): NoAnswer => {
  const type = /^[\w.+-]+\/[\w.+-]+/u.exec(headers.get("content-type") ?? "")?.[0]
  return new NoAnswer(
    "no_answer",
    `The response is not from a Mon service (HTTP ${status}${type === undefined ? "" : `, ${type}`}). Check the address.`,
    { status, requestId: headers.get("x-request-id"), retryAfterSeconds: null }
  )
}

export const noAnswer = (cause: unknown): NoAnswer =>
  new NoAnswer("no_answer", "The service did not respond.", {
    status: null,
    requestId: null,
    retryAfterSeconds: null,
    cause
  })
