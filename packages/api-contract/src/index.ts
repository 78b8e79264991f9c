export {
  BadRequest,
  Conflict,
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
export { ChangePassword, ConfirmPassword, UpdateAccount } from "./AccountInput.ts"
export type { ApiError } from "./ApiError.ts"
export { ApiKeyAuth } from "./ApiKeyAuth.ts"
export { CreateChannel, ImportChannels, TestChannel, UpdateChannel } from "./ChannelInput.ts"
export {
  CreateOwnChannel,
  TestContactRules,
  UpdateContactRules,
  UpdateOwnChannel,
  VerifyOwnChannel
} from "./ContactInput.ts"
export { ApplyConfig, ConfigFormat, PlanConfig } from "./ConfigInput.ts"
export { ConfigPlanRecord, ConfigResult, ConfigSection } from "./ConfigRecord.ts"
export { CreateKey, UpdateKey } from "./KeyInput.ts"
export { ConfirmSecondFactor, RequireSecondFactor } from "./SecondFactorInput.ts"
export { CheckDisposableEmail, DisposableEmailRecord } from "./DisposableEmailApi.ts"
export { monitorInputs } from "./MonitorInput.ts"
export type { CreateMonitor, UpdateMonitor } from "./MonitorInput.ts"
export { BulkDeleted, BulkUpdated, Deleted } from "./Outcome.ts"
export { CheckEmailHealth } from "./EmailHealthInput.ts"
export { EmailHealthRecord } from "./EmailHealthRecord.ts"
export { EmailHealthPoint, EmailHealthStanding } from "./EmailHealthStandings.ts"
export { EmailHealthVerification } from "./EmailHealthVerification.ts"
export { CheckEmailMessage } from "./EmailMessageInput.ts"
export { EmailMessageRecord } from "./EmailMessageRecord.ts"
export { pagination, Pagination } from "./Envelope.ts"
export { messages } from "./Message.ts"
export { BASE_PATH, MonApi } from "./MonApi.ts"
export { PROMETHEUS_TYPE } from "./MonitorsApi.ts"
export { openApiDocument } from "./OpenApiDocument.ts"
export { jsonSchemaOf, requestFields, type RequestField } from "./requestFields.ts"
export { endpointsOf } from "./Endpoint.ts"
export type {
  Endpoint,
  EndpointError,
  EndpointInput,
  EndpointName,
  EndpointOf,
  EndpointOutput,
  GroupName,
  RequestSchema
} from "./Endpoint.ts"
export { StartSimulation } from "./SimulationInput.ts"
export { SimulationRecord, SimulationResultRecord } from "./SimulationResultRecord.ts"
export { AcknowledgeIncident } from "./IncidentInput.ts"
export { CreateMaintenanceWindow, UpdateMaintenanceWindow } from "./MaintenanceInput.ts"
export { CreateMarker } from "./MarkerInput.ts"
export { CreateAlertSource, UpdateAlertSource } from "./AlertSourceInput.ts"
export {
  CreateOnCallOverride,
  CreateOnCallSchedule,
  ImportOnCallCalendar,
  type OnCallLayerInput,
  UpdateOnCallSchedule
} from "./OnCallInput.ts"
export { AskOnCallRequest } from "./OnCallRequestsApi.ts"
export { CreateRoute, UpdateRoute } from "./RouteInput.ts"
export { DeletedRoute, ReceiverChange, RouteTrial, SavedRoute } from "./RouteRecord.ts"
export { CreateScheduledReport, UpdateScheduledReport } from "./ScheduledReportInput.ts"
export { SetStatusHost } from "./StatusHostsApi.ts"
export {
  CreateStatusPage,
  OverrideComponent,
  PreviewStatusPage,
  UpdateStatusPage,
  statusPageParts
} from "./StatusPageInput.ts"
export { CreateStatusPost, CreateStatusUpdate, UpdateStatusPost, UpdateStatusUpdate } from "./StatusPostInput.ts"
export { AssignTags, CreateTag, UpdateTag } from "./TagInput.ts"
export { RemovedMember } from "./TeamApi.ts"
export { InviteMember, UpdateMember } from "./TeamInput.ts"
export { UpdateBranding, UpdateSettings } from "./SettingsInput.ts"
export { ConfirmWhatsAppNumber, SetWhatsAppNumber } from "./WhatsAppInput.ts"
export { CreateWebhook, webhookTargetMissing, webhookTargetsMixed } from "./WebhookInput.ts"
export { CreateCheckout } from "./BillingApi.ts"
