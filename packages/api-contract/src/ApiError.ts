import * as Schema from "effect/Schema"

const fields = (example: string) => ({
  success: Schema.tag(false).annotate({ description: "Always false on an error." }),
  message: Schema.String.annotate({ description: "What went wrong, in words for a person.", examples: [example] })
})

/** 400: invalid parameters, a duplicate, or a plan limit reached on creation. */
export class BadRequest extends Schema.Error<BadRequest>("mon/api/BadRequest")(
  fields("URL is required."),
  { httpApiStatus: 400, identifier: "BadRequest", description: "Invalid parameters, a duplicate, or a plan limit reached." }
) {}

/** 401: no API key, or one that is not valid. */
export class Unauthorized extends Schema.Error<Unauthorized>("mon/api/Unauthorized")(
  fields("Missing or invalid API key."),
  { httpApiStatus: 401, identifier: "Unauthorized", description: "Missing or invalid API key." }
) {}

/** 403: the right or the plan does not allow it. */
export class Forbidden extends Schema.Error<Forbidden>("mon/api/Forbidden")(
  fields("Only the account owner can do this."),
  { httpApiStatus: 403, identifier: "Forbidden", description: "The caller's right or plan does not allow this." }
) {}

/** 404: absent, or another account's. */
export class NotFound extends Schema.Error<NotFound>("mon/api/NotFound")(
  fields("Domain not found."),
  { httpApiStatus: 404, identifier: "NotFound", description: "Absent, or another account's." }
) {}

/** 413: the request body is larger than 1 MiB. */
export class PayloadTooLarge extends Schema.Error<PayloadTooLarge>("mon/api/PayloadTooLarge")(
  fields("Request body is too large."),
  { httpApiStatus: 413, identifier: "PayloadTooLarge", description: "The request body is larger than 1 MiB." }
) {}

/** 429: the rate limit is used up; `Retry-After` says for how many seconds. */
export class TooManyRequests extends Schema.Error<TooManyRequests>("mon/api/TooManyRequests")(
  fields("Rate limit exceeded. Try again in 17 seconds."),
  { httpApiStatus: 429, identifier: "TooManyRequests", description: "Rate limit exceeded; Retry-After holds the seconds to wait." }
) {}

/** 500: a fault of the service. */
export class InternalError extends Schema.Error<InternalError>("mon/api/InternalError")(
  fields("Internal server error."),
  { httpApiStatus: 500, identifier: "InternalError", description: "A fault of the service." }
) {}

/** 503: the service cannot reach its database; the same request may work later. */
export class Unavailable extends Schema.Error<Unavailable>("mon/api/Unavailable")(
  fields("Service temporarily unavailable."),
  { httpApiStatus: 503, identifier: "Unavailable", description: "Temporarily unavailable; the same request may work later." }
) {}

/** Every error that an endpoint may answer with. */
export type ApiError =
  | BadRequest
  | Unauthorized
  | Forbidden
  | NotFound
  | PayloadTooLarge
  | TooManyRequests
  | InternalError
  | Unavailable

const statuses = new Map<unknown, number>([
  [BadRequest, 400],
  [Unauthorized, 401],
  [Forbidden, 403],
  [NotFound, 404],
  [PayloadTooLarge, 413],
  [TooManyRequests, 429],
  [InternalError, 500],
  [Unavailable, 503]
])

/**
 * The HTTP status of an {@link ApiError}, or null for any other value.
 *
 * @example
 * ```ts
 * errorStatus(new NotFound({ message: "Domain not found." })) // => 404
 * errorStatus(new Error("else")) // => null
 * ```
 */
export const errorStatus = (error: unknown): number | null =>
  error instanceof Error ? statuses.get(error.constructor) ?? null : null
