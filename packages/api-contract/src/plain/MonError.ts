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

/** What is known about a request that failed. */
interface Failure {
  /** The HTTP status. Null: there was no response. */
  readonly status: number | null
  /** The service's id of the request, which its log has. */
  readonly requestId: string | null
  /** How long the service asks to wait. Null: it does not say. */
  readonly retryAfterSeconds: number | null
  readonly cause?: unknown
}

/**
 * A request that failed. Each status has a class of its own. `message` is a sentence for people.
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
  /** The HTTP status. Null: there was no response. */
  readonly status: number | null
  /** The service's id of the request, which its log has. Null: there was no response. */
  readonly requestId: string | null
  /** How long the service asks to wait, in seconds. Null: it does not say. */
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

/** 402: there are too few credits. */
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

/** 409: what the request is about has changed meanwhile. */
export class Conflict extends MonError {
  override readonly name = "Conflict"
}

/** 413: the body is too large. */
export class PayloadTooLarge extends MonError {
  override readonly name = "PayloadTooLarge"
}

/** 429: the rate limit is used up, for longer than the client waits. */
export class TooManyRequests extends MonError {
  override readonly name = "TooManyRequests"
}

/** 500 or another status that the service does not document. */
export class InternalError extends MonError {
  override readonly name = "InternalError"
}

/** 502, 503 or 504: the service is temporarily unavailable. */
export class Unavailable extends MonError {
  override readonly name = "Unavailable"
}

/** The request got no response in time, or one that no Mon service sends. `cause` is the error of `fetch`. */
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

/** Seconds or a date (RFC 9110 section 10.2.3): the service sends seconds, and a proxy may send a date. */
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

/** Browsers do not say where a redirect leads. */
const isRedirect = ({ status, type }: Response): boolean => type === "opaqueredirect" || (status >= 300 && status < 400)

const redirectMessage = (headers: Headers): string => {
  const location = headers.get("location")
  return `The address redirects${location === null ? "" : ` to ${location}`}. Use the address of the service itself.`
}

/** The error of a response whose status is not 2xx. */
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

/** The error of a successful response that no Mon service sends, such as the page of another program. */
export const foreignAnswer = ({ headers, status }: Response): NoAnswer => {
  const type = /^[\w.+-]+\/[\w.+-]+/u.exec(headers.get("content-type") ?? "")?.[0]
  return new NoAnswer(
    "no_answer",
    `The response is not from a Mon service (HTTP ${status}${type === undefined ? "" : `, ${type}`}). Check the address.`,
    { status, requestId: headers.get("x-request-id"), retryAfterSeconds: null }
  )
}

/** The error of a request without a response. */
export const noAnswer = (cause: unknown): NoAnswer =>
  new NoAnswer("no_answer", "The service did not respond.", {
    status: null,
    requestId: null,
    retryAfterSeconds: null,
    cause
  })
