export {
  BadRequest,
  Conflict,
  Forbidden,
  InternalError,
  NotFound,
  PayloadTooLarge,
  PaymentRequired,
  TooManyRequests,
  Unauthorized,
  Unavailable
} from "./ApiError.ts"
export type { ApiError } from "./ApiError.ts"
export { connect } from "./connect.ts"
export type { MonConnection, Page } from "./MonConnection.ts"
export type { PageRequest } from "./ListQuery.ts"
export { MonClient } from "./MonClient.ts"
export type { ClientOptions } from "./MonClient.ts"
