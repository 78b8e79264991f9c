import * as Schema from "effect/Schema"

/** The description of each error, by the error's name. The OpenAPI document contains these descriptions. */
export const errorDescriptions = {
  BadRequest: "A parameter is invalid, the object already exists, or a plan limit is reached.",
  Unauthorized: "Missing or invalid API key.",
  PaymentRequired: "Not enough simulation credits.",
  Forbidden: "The caller's permissions or the account's plan do not allow this request.",
  NotFound: "The object does not exist, or it belongs to another account.",
  Conflict: "The account has changed in the meantime. Create a new plan.",
  PayloadTooLarge:
    "The request body is larger than 1 MiB, or larger than 4 MiB for a simulation or a configuration file.",
  TooManyRequests: "Rate limit exceeded. The Retry-After header contains the number of seconds to wait.",
  InternalError: "Internal error in the service.",
  Unavailable: "The service is temporarily unavailable. The same request may succeed later."
} as const

const annotations = <S extends number, N extends keyof typeof errorDescriptions>(httpApiStatus: S, identifier: N) => ({
  httpApiStatus,
  identifier,
  description: errorDescriptions[identifier]
})

const fields = (example: string) => ({
  success: Schema.tag(false).annotate({ description: "Always false on an error." }),
  message: Schema.String.annotate({ description: "Human-readable error message.", examples: [example] })
})

/** 400: the parameters are invalid, the object already exists, or the request would exceed a limit of the plan. */
export class BadRequest extends Schema.Error<BadRequest>("mon/api/BadRequest")(
  fields("URL is required."),
  annotations(400, "BadRequest")
) {}

/** 401: the API key is missing or not valid. */
export class Unauthorized extends Schema.Error<Unauthorized>("mon/api/Unauthorized")(
  fields("Missing or invalid API key."),
  annotations(401, "Unauthorized")
) {}

/** 402: the account does not have enough simulation credits. */
export class PaymentRequired extends Schema.Error<PaymentRequired>("mon/api/PaymentRequired")(
  fields("Insufficient simulation credits. Need 120, have 60."),
  annotations(402, "PaymentRequired")
) {}

/** 403: the permissions or the plan do not allow the request. */
export class Forbidden extends Schema.Error<Forbidden>("mon/api/Forbidden")(
  fields("Only the account owner can do this."),
  annotations(403, "Forbidden")
) {}

/** 404: the object does not exist, or it belongs to another account. */
export class NotFound extends Schema.Error<NotFound>("mon/api/NotFound")(
  fields("Domain not found."),
  annotations(404, "NotFound")
) {}

/** 409: the account has changed since the plan of the configuration file was made. */
export class Conflict extends Schema.Error<Conflict>("mon/api/Conflict")(
  fields("The account has changed since this plan was created. Create a new plan."),
  annotations(409, "Conflict")
) {}

/** 413: the request body is larger than 1 MiB, or 4 MiB for a simulation. */
export class PayloadTooLarge extends Schema.Error<PayloadTooLarge>("mon/api/PayloadTooLarge")(
  fields("Request body is too large."),
  annotations(413, "PayloadTooLarge")
) {}

/** 429: the rate limit is used up. `Retry-After` has the number of seconds to wait. */
export class TooManyRequests extends Schema.Error<TooManyRequests>("mon/api/TooManyRequests")(
  fields("Rate limit exceeded. Try again in 17 seconds."),
  annotations(429, "TooManyRequests")
) {}

/** 500: an internal error of the service. */
export class InternalError extends Schema.Error<InternalError>("mon/api/InternalError")(
  fields("Internal server error."),
  annotations(500, "InternalError")
) {}

/** 503: the service cannot reach its database. The same request may succeed later. */
export class Unavailable extends Schema.Error<Unavailable>("mon/api/Unavailable")(
  fields("Service temporarily unavailable."),
  annotations(503, "Unavailable")
) {}

/** Any error that an endpoint of the API can return. */
export type ApiError =
  | BadRequest
  | Unauthorized
  | PaymentRequired
  | Forbidden
  | NotFound
  | Conflict
  | PayloadTooLarge
  | TooManyRequests
  | InternalError
  | Unavailable

const statuses = new Map<unknown, number>([
  [BadRequest, 400],
  [Unauthorized, 401],
  [PaymentRequired, 402],
  [Forbidden, 403],
  [NotFound, 404],
  [Conflict, 409],
  [PayloadTooLarge, 413],
  [TooManyRequests, 429],
  [InternalError, 500],
  [Unavailable, 503]
])

/**
 * Returns the HTTP status of an {@link ApiError}, or null for any other value.
 *
 * @example
 * ```ts
 * errorStatus(new NotFound({ message: "Domain not found." })) // => 404
 * errorStatus(new Error("else")) // => null
 * ```
 */
export const errorStatus = (error: unknown): number | null =>
  error instanceof Error ? (statuses.get(error.constructor) ?? null) : null
