export { AccountRecord, SettingsRecord, StatusRecord } from "./AccountRecord.ts"
export {
  BadRequest,
  errorStatus,
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
export { ApiKeyAuth } from "./ApiKeyAuth.ts"
export { CheckDisposableEmail, DisposableEmailRecord } from "./DisposableEmailApi.ts"
export { BulkDeleteDomains, BulkUpdateDomains, CreateDomain, UpdateDomain } from "./DomainInput.ts"
export { BulkDeleted, BulkUpdated, Deleted, DomainRecord } from "./DomainRecord.ts"
export { CheckEmailHealth } from "./EmailHealthInput.ts"
export { EmailHealthRecord } from "./EmailHealthRecord.ts"
export { pagination, Pagination } from "./Envelope.ts"
export { CheckHistoryRecord, IncidentRecord } from "./IncidentRecord.ts"
export { LocationAdvisoryRecord } from "./LocationAdvisoryRecord.ts"
export { messages } from "./Message.ts"
export { NotificationRecord, PauseRecord, PendingCount } from "./NotificationRecord.ts"
export { BASE_PATH, MonApi } from "./MonApi.ts"
export { openApiDocument } from "./OpenApiDocument.ts"
export { routesOf } from "./Route.ts"
export type {
  EndpointError,
  EndpointInput,
  EndpointName,
  EndpointOf,
  EndpointOutput,
  GroupName,
  RequestSchema,
  Route
} from "./Route.ts"
export { StartSimulation } from "./SimulationInput.ts"
export {
  SimulationCreditsRecord,
  SimulationJobRecord,
  SimulationRecord,
  SimulationShareRecord
} from "./SimulationRecord.ts"
export { SimulationResultRecord } from "./SimulationResultRecord.ts"
export { AssignTags, CreateTag, UpdateTag } from "./TagInput.ts"
export { TagRecord } from "./TagRecord.ts"
export { InviteMember } from "./TeamInput.ts"
export { TeamMemberRecord } from "./TeamRecord.ts"
export { UpdateSettings } from "./SettingsInput.ts"
export { BulkDeleteUrls, BulkUpdateUrls, CreateUrl, UpdateUrl } from "./UrlInput.ts"
export { CheckedUrlRecord, UrlChangeRecord, UrlRecord, UrlScreenshotRecord } from "./UrlRecord.ts"
export { CreateWebhook } from "./WebhookInput.ts"
export { NewWebhookRecord, WebhookRecord, WebhookTestRecord } from "./WebhookRecord.ts"
export { BillingRecord, CheckoutRecord, CreateCheckout, PaymentRecord } from "./BillingApi.ts"
