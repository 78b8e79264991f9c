export { type ClientOptions, createClient } from "./plain/createClient.ts"
export type { EventsRequests, EventStreamOptions, LiveEvent, MonitorEvent } from "./plain/events.ts"
export type { Client, Records } from "./plain/generated.ts"
export {
  BadRequest,
  Conflict,
  Forbidden,
  InternalError,
  MonError,
  type MonErrorCode,
  NoAnswer,
  NotFound,
  PayloadTooLarge,
  PaymentRequired,
  TooManyRequests,
  Unauthorized,
  Unavailable
} from "./plain/MonError.ts"
export type { Listed, Page, Paged, RequestOptions } from "./plain/Paged.ts"
