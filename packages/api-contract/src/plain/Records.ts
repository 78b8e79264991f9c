// Written by `npm run openapi`. Do not edit.
import type * as dashboard from "./records/dashboard.ts"
import type * as incidents from "./records/incidents.ts"
import type * as several from "./records/several.ts"
import type * as domains from "./records/domains.ts"
import type * as urls from "./records/urls.ts"
import type * as billing from "./records/billing.ts"
import type * as account from "./records/account.ts"
import type * as settings from "./records/settings.ts"
import type * as emailHealth from "./records/emailHealth.ts"
import type * as emailHealthParts from "./records/emailHealthParts.ts"
import type * as disposableEmail from "./records/disposableEmail.ts"
import type * as monitors from "./records/monitors.ts"
import type * as notifications from "./records/notifications.ts"
import type * as team from "./records/team.ts"
import type * as tags from "./records/tags.ts"
import type * as webhooks from "./records/webhooks.ts"
import type * as simulations from "./records/simulations.ts"
import type * as keys from "./records/keys.ts"
import type * as channels from "./records/channels.ts"
import type * as routes from "./records/routes.ts"
import type * as statusPages from "./records/statusPages.ts"
import type * as statusHosts from "./records/statusHosts.ts"
import type * as statusPosts from "./records/statusPosts.ts"
import type * as statusSubscribers from "./records/statusSubscribers.ts"
import type * as markers from "./records/markers.ts"
import type * as maintenance from "./records/maintenance.ts"
import type * as secondFactor from "./records/secondFactor.ts"
import type * as sessions from "./records/sessions.ts"
import type * as config from "./records/config.ts"
import type * as audit from "./records/audit.ts"
import type * as reports from "./records/reports.ts"
import type * as scheduledReports from "./records/scheduledReports.ts"
import type * as system from "./records/system.ts"

/** Everything that requests and responses contain, by its name in the OpenAPI document. */
export interface Records {
  readonly Account: account.Account
  readonly AccountUsage: account.AccountUsage
  readonly AcknowledgeIncident: incidents.AcknowledgeIncident
  readonly Acknowledgement: several.Acknowledgement
  readonly ActiveMaintenance: domains.ActiveMaintenance
  readonly Addon: billing.Addon
  readonly AlertChannel: channels.AlertChannel
  readonly AlertRoute: routes.AlertRoute
  readonly ApiKeyRecord: keys.ApiKeyRecord
  readonly ApplyConfig: config.ApplyConfig
  readonly AssignTags: several.AssignTags
  readonly AuditChange: audit.AuditChange
  readonly AuditEntry: audit.AuditEntry
  readonly AvailabilityReport: reports.AvailabilityReport
  readonly Billing: billing.Billing
  readonly Bimi: emailHealthParts.Bimi
  readonly BimiCertificateCheck: emailHealthParts.BimiCertificateCheck
  readonly BimiLogoCheck: emailHealthParts.BimiLogoCheck
  readonly BlacklistHealth: emailHealthParts.BlacklistHealth
  readonly Branding: settings.Branding
  readonly BulkDeleteDomains: domains.BulkDeleteDomains
  readonly BulkDeleteUrls: urls.BulkDeleteUrls
  readonly BulkDeleted: several.BulkDeleted
  readonly BulkSenderDemand: emailHealthParts.BulkSenderDemand
  readonly BulkUpdateDomains: domains.BulkUpdateDomains
  readonly BulkUpdateUrls: urls.BulkUpdateUrls
  readonly BulkUpdated: several.BulkUpdated
  readonly CauseEvidence: several.CauseEvidence
  readonly ChangeHunk: urls.ChangeHunk
  readonly ChangeLine: urls.ChangeLine
  readonly ChangePassword: account.ChangePassword
  readonly ChangeSpan: urls.ChangeSpan
  readonly ChangedBox: urls.ChangedBox
  readonly ChangedTeamMember: team.ChangedTeamMember
  readonly ChannelAttempt: channels.ChannelAttempt
  readonly ChannelDelivery: channels.ChannelDelivery
  readonly ChannelKind: channels.ChannelKind
  readonly ChannelSetting: channels.ChannelSetting
  readonly ChannelTest: channels.ChannelTest
  readonly CheckDisposableEmail: disposableEmail.CheckDisposableEmail
  readonly CheckEmailHealth: emailHealthParts.CheckEmailHealth
  readonly CheckEmailMessage: emailHealthParts.CheckEmailMessage
  readonly CheckRecord: several.CheckRecord
  readonly CheckedUrl: urls.CheckedUrl
  readonly Checkout: billing.Checkout
  readonly ComponentOverride: several.ComponentOverride
  readonly ConfigAdoption: config.ConfigAdoption
  readonly ConfigCreation: config.ConfigCreation
  readonly ConfigDeletion: config.ConfigDeletion
  readonly ConfigDrift: config.ConfigDrift
  readonly ConfigFieldChange: config.ConfigFieldChange
  readonly ConfigKept: config.ConfigKept
  readonly ConfigPlan: config.ConfigPlan
  readonly ConfigRefusal: config.ConfigRefusal
  readonly ConfigResult: config.ConfigResult
  readonly ConfigRouteOrder: config.ConfigRouteOrder
  readonly ConfigUnmanaged: config.ConfigUnmanaged
  readonly ConfigUpdate: config.ConfigUpdate
  readonly ConfirmPassword: account.ConfirmPassword
  readonly ConfirmSecondFactor: secondFactor.ConfirmSecondFactor
  readonly ConfirmWhatsAppNumber: settings.ConfirmWhatsAppNumber
  readonly Confirmed: account.Confirmed
  readonly ContentFault: several.ContentFault
  readonly CreateChannel: channels.CreateChannel
  readonly CreateDomain: domains.CreateDomain
  readonly CreateKey: keys.CreateKey
  readonly CreateMaintenanceWindow: maintenance.CreateMaintenanceWindow
  readonly CreateMarker: markers.CreateMarker
  readonly CreateRoute: routes.CreateRoute
  readonly CreateScheduledReport: scheduledReports.CreateScheduledReport
  readonly CreateStatusPage: statusPages.CreateStatusPage
  readonly CreateStatusPost: statusPosts.CreateStatusPost
  readonly CreateStatusUpdate: statusPosts.CreateStatusUpdate
  readonly CreateTag: tags.CreateTag
  readonly CreateUrl: urls.CreateUrl
  readonly CreateWebhook: webhooks.CreateWebhook
  readonly CreditTransaction: simulations.CreditTransaction
  readonly CreditUsage: dashboard.CreditUsage
  readonly DaneHost: emailHealthParts.DaneHost
  readonly Deleted: several.Deleted
  readonly DeletedRoute: routes.DeletedRoute
  readonly DisposableEmail: disposableEmail.DisposableEmail
  readonly DkimDangling: emailHealthParts.DkimDangling
  readonly DkimHealth: emailHealthParts.DkimHealth
  readonly DkimKey: emailHealthParts.DkimKey
  readonly DmarcBelow: emailHealthParts.DmarcBelow
  readonly DmarcHealth: emailHealthParts.DmarcHealth
  readonly DmarcReportTarget: emailHealthParts.DmarcReportTarget
  readonly DnsChange: domains.DnsChange
  readonly DnsPending: domains.DnsPending
  readonly DnsRecordSet: domains.DnsRecordSet
  readonly DnsServerState: domains.DnsServerState
  readonly DnsTypeChange: domains.DnsTypeChange
  readonly DnsWatch: domains.DnsWatch
  readonly DnsWatchFinding: domains.DnsWatchFinding
  readonly Dnssec: emailHealthParts.Dnssec
  readonly Domain: domains.Domain
  readonly DomainAccess: team.DomainAccess
  readonly DomainCounts: dashboard.DomainCounts
  readonly DomainExpiry: domains.DomainExpiry
  readonly DomainTag: domains.DomainTag
  readonly DomainTrial: domains.DomainTrial
  readonly DomainUsage: dashboard.DomainUsage
  readonly DownParent: several.DownParent
  readonly EmailHealth: emailHealth.EmailHealth
  readonly EmailHealthComponent: emailHealth.EmailHealthComponent
  readonly EmailHealthComponents: emailHealth.EmailHealthComponents
  readonly EmailHealthExtras: emailHealth.EmailHealthExtras
  readonly EmailHealthFinding: emailHealth.EmailHealthFinding
  readonly EmailHealthFix: emailHealth.EmailHealthFix
  readonly EmailHealthFormField: emailHealth.EmailHealthFormField
  readonly EmailHealthGrade: domains.EmailHealthGrade
  readonly EmailHealthPoint: emailHealth.EmailHealthPoint
  readonly EmailHealthProviderForm: emailHealth.EmailHealthProviderForm
  readonly EmailHealthRecordForm: emailHealth.EmailHealthRecordForm
  readonly EmailHealthRepairRecord: emailHealth.EmailHealthRepairRecord
  readonly EmailHealthRepairStep: emailHealth.EmailHealthRepairStep
  readonly EmailHealthServerState: emailHealth.EmailHealthServerState
  readonly EmailHealthStanding: emailHealth.EmailHealthStanding
  readonly EmailHealthVerification: emailHealth.EmailHealthVerification
  readonly EmailHealthVerifiedRecord: emailHealth.EmailHealthVerifiedRecord
  readonly EmailHealthWorth: emailHealth.EmailHealthWorth
  readonly EmailMessage: emailHealth.EmailMessage
  readonly EmailMessageArc: emailHealth.EmailMessageArc
  readonly EmailMessageAuthor: emailHealth.EmailMessageAuthor
  readonly EmailMessageContent: emailHealth.EmailMessageContent
  readonly EmailMessageDkim: emailHealth.EmailMessageDkim
  readonly EmailMessageDmarc: emailHealth.EmailMessageDmarc
  readonly EmailMessageFinding: emailHealth.EmailMessageFinding
  readonly EmailMessageFix: emailHealth.EmailMessageFix
  readonly EmailMessageHop: emailHealth.EmailMessageHop
  readonly EmailMessageSignature: emailHealth.EmailMessageSignature
  readonly EmailMessageSpf: emailHealth.EmailMessageSpf
  readonly EmailMessageUnsubscribe: emailHealth.EmailMessageUnsubscribe
  readonly EndedAdditions: several.EndedAdditions
  readonly EndedApiKey: several.EndedApiKey
  readonly EndedCcEmail: several.EndedCcEmail
  readonly EndedChannel: several.EndedChannel
  readonly EndedWebhook: several.EndedWebhook
  readonly EstimatedProspects: simulations.EstimatedProspects
  readonly Expectation: several.Expectation
  readonly ExpectationInput: several.ExpectationInput
  readonly ExpectedOutcomes: simulations.ExpectedOutcomes
  readonly Fault: several.Fault
  readonly Health: system.Health
  readonly IgnoredLine: urls.IgnoredLine
  readonly IgnoredLineInput: urls.IgnoredLineInput
  readonly ImportChannels: channels.ImportChannels
  readonly Incident: incidents.Incident
  readonly IncidentCause: incidents.IncidentCause
  readonly IncidentCheck: incidents.IncidentCheck
  readonly IncidentDetails: incidents.IncidentDetails
  readonly IncidentDiagnosis: incidents.IncidentDiagnosis
  readonly IncidentRepair: incidents.IncidentRepair
  readonly IncidentRepairAnswer: incidents.IncidentRepairAnswer
  readonly IncidentRepairAnswers: incidents.IncidentRepairAnswers
  readonly IncidentRepairWorth: incidents.IncidentRepairWorth
  readonly InvitationLink: team.InvitationLink
  readonly InviteMember: team.InviteMember
  readonly LeftOutLines: urls.LeftOutLines
  readonly Limits: several.Limits
  readonly ListCheck: emailHealthParts.ListCheck
  readonly Listing: emailHealthParts.Listing
  readonly LocationAdvisory: domains.LocationAdvisory
  readonly MailHostCertificate: emailHealthParts.MailHostCertificate
  readonly MailHostTls: emailHealthParts.MailHostTls
  readonly MaintenanceName: several.MaintenanceName
  readonly MaintenanceOccurrence: maintenance.MaintenanceOccurrence
  readonly MaintenancePreview: maintenance.MaintenancePreview
  readonly MaintenanceWindow: maintenance.MaintenanceWindow
  readonly Marker: markers.Marker
  readonly MinimumChange: urls.MinimumChange
  readonly MinimumChangeInput: urls.MinimumChangeInput
  readonly MonitorCredentials: several.MonitorCredentials
  readonly MonitorCredentialsInput: several.MonitorCredentialsInput
  readonly MonitorList: monitors.MonitorList
  readonly MonitorListRow: monitors.MonitorListRow
  readonly MonitorRequest: several.MonitorRequest
  readonly MonitorRequestInput: several.MonitorRequestInput
  readonly MtaSts: emailHealthParts.MtaSts
  readonly MtaStsPolicy: emailHealthParts.MtaStsPolicy
  readonly MxAddress: emailHealthParts.MxAddress
  readonly MxHealth: emailHealthParts.MxHealth
  readonly MxHost: emailHealthParts.MxHost
  readonly NewApiKey: keys.NewApiKey
  readonly NewWebhook: webhooks.NewWebhook
  readonly Notification: notifications.Notification
  readonly NotificationChannel: notifications.NotificationChannel
  readonly NotificationDelivery: notifications.NotificationDelivery
  readonly NotificationRecipient: notifications.NotificationRecipient
  readonly OverrideComponent: statusPages.OverrideComponent
  readonly PagePreview: urls.PagePreview
  readonly PageTrigger: urls.PageTrigger
  readonly PageTriggerInput: urls.PageTriggerInput
  readonly Pagination: several.Pagination
  readonly PauseAlerts: notifications.PauseAlerts
  readonly PauseState: notifications.PauseState
  readonly Payment: billing.Payment
  readonly PendingCount: notifications.PendingCount
  readonly PlanConfig: config.PlanConfig
  readonly PlanOffer: billing.PlanOffer
  readonly PlanUsage: dashboard.PlanUsage
  readonly PreviewStatusPage: statusPages.PreviewStatusPage
  readonly PriceTable: billing.PriceTable
  readonly PricedArticle: billing.PricedArticle
  readonly QuietHours: channels.QuietHours
  readonly QuietHoursInput: channels.QuietHoursInput
  readonly Ready: system.Ready
  readonly ReceiverChange: several.ReceiverChange
  readonly RecoveryCodes: secondFactor.RecoveryCodes
  readonly RecoveryRecipient: routes.RecoveryRecipient
  readonly Redirect: domains.Redirect
  readonly RedirectHop: domains.RedirectHop
  readonly RefusedAddress: account.RefusedAddress
  readonly RelatedIncident: incidents.RelatedIncident
  readonly RemovedMember: several.RemovedMember
  readonly Repair: several.Repair
  readonly RepairAnswer: several.RepairAnswer
  readonly RepairAnswers: several.RepairAnswers
  readonly RepairEvent: several.RepairEvent
  readonly RepairInboxes: several.RepairInboxes
  readonly RepairLocation: incidents.RepairLocation
  readonly RepairRecordSet: several.RepairRecordSet
  readonly RepairSight: several.RepairSight
  readonly RepairWorth: several.RepairWorth
  readonly ReportAddress: scheduledReports.ReportAddress
  readonly ReportedDomain: reports.ReportedDomain
  readonly ReportedIncident: reports.ReportedIncident
  readonly ReportedShare: reports.ReportedShare
  readonly ReportedTag: reports.ReportedTag
  readonly RequireSecondFactor: secondFactor.RequireSecondFactor
  readonly ResponseTime: domains.ResponseTime
  readonly RoutePerson: routes.RoutePerson
  readonly RouteSimulation: routes.RouteSimulation
  readonly RouteSimulationNote: routes.RouteSimulationNote
  readonly RouteStep: routes.RouteStep
  readonly RouteTrial: routes.RouteTrial
  readonly SavedRoute: routes.SavedRoute
  readonly ScheduledReport: scheduledReports.ScheduledReport
  readonly SecondFactor: secondFactor.SecondFactor
  readonly SecondFactorRemoved: secondFactor.SecondFactorRemoved
  readonly SecondFactorSetup: secondFactor.SecondFactorSetup
  readonly SeenChanges: urls.SeenChanges
  readonly ServiceHealth: dashboard.ServiceHealth
  readonly Session: sessions.Session
  readonly SessionsEnded: sessions.SessionsEnded
  readonly SetStatusHost: statusHosts.SetStatusHost
  readonly SetWhatsAppNumber: settings.SetWhatsAppNumber
  readonly Settings: settings.Settings
  readonly SharedCause: incidents.SharedCause
  readonly SharedDomain: team.SharedDomain
  readonly SharedTag: team.SharedTag
  readonly SharedUrl: team.SharedUrl
  readonly SimulatedMoment: routes.SimulatedMoment
  readonly SimulatedRecipient: routes.SimulatedRecipient
  readonly Simulation: simulations.Simulation
  readonly SimulationCredits: simulations.SimulationCredits
  readonly SimulationDnsRecord: simulations.SimulationDnsRecord
  readonly SimulationEstimate: simulations.SimulationEstimate
  readonly SimulationFix: simulations.SimulationFix
  readonly SimulationGateway: simulations.SimulationGateway
  readonly SimulationJob: simulations.SimulationJob
  readonly SimulationListing: simulations.SimulationListing
  readonly SimulationPart: simulations.SimulationPart
  readonly SimulationProgress: simulations.SimulationProgress
  readonly SimulationProspect: simulations.SimulationProspect
  readonly SimulationResults: simulations.SimulationResults
  readonly SimulationRoute: simulations.SimulationRoute
  readonly SimulationSender: simulations.SimulationSender
  readonly SimulationSenderFacts: simulations.SimulationSenderFacts
  readonly SimulationShare: simulations.SimulationShare
  readonly SimulationSuggestion: simulations.SimulationSuggestion
  readonly SpfError: emailHealthParts.SpfError
  readonly SpfHealth: emailHealthParts.SpfHealth
  readonly SpfTerm: emailHealthParts.SpfTerm
  readonly SpfTree: emailHealthParts.SpfTree
  readonly SpfVoid: emailHealthParts.SpfVoid
  readonly SpfVoidTerm: emailHealthParts.SpfVoidTerm
  readonly Ssl: domains.Ssl
  readonly StartSimulation: simulations.StartSimulation
  readonly Status: dashboard.Status
  readonly StatusAudience: statusSubscribers.StatusAudience
  readonly StatusPage: statusPages.StatusPage
  readonly StatusPageComponent: statusPages.StatusPageComponent
  readonly StatusPageComponentInput: statusPages.StatusPageComponentInput
  readonly StatusPageDocument: statusPages.StatusPageDocument
  readonly StatusPageGroup: statusPages.StatusPageGroup
  readonly StatusPageGroupInput: statusPages.StatusPageGroupInput
  readonly StatusPageHost: statusPages.StatusPageHost
  readonly StatusPageHostRecord: statusPages.StatusPageHostRecord
  readonly StatusPageLink: statusPages.StatusPageLink
  readonly StatusPageLinkInput: statusPages.StatusPageLinkInput
  readonly StatusPageLogo: statusPages.StatusPageLogo
  readonly StatusPageSummary: statusPages.StatusPageSummary
  readonly StatusPost: statusPosts.StatusPost
  readonly StatusPostChange: statusPosts.StatusPostChange
  readonly StatusPostDraft: statusPosts.StatusPostDraft
  readonly StatusPostUpdate: statusPosts.StatusPostUpdate
  readonly StatusSubscriber: statusSubscribers.StatusSubscriber
  readonly StoppedOption: several.StoppedOption
  readonly TagAccess: team.TagAccess
  readonly TagRecord: tags.TagRecord
  readonly TeamMember: team.TeamMember
  readonly TestChannel: channels.TestChannel
  readonly Timeline: domains.Timeline
  readonly TimelineBucket: several.TimelineBucket
  readonly TimelineChange: urls.TimelineChange
  readonly TimelineDay: several.TimelineDay
  readonly TimelineEvent: domains.TimelineEvent
  readonly TimelineEventChange: domains.TimelineEventChange
  readonly TimelineGap: several.TimelineGap
  readonly TimelineIncident: several.TimelineIncident
  readonly TimelineMaintenance: several.TimelineMaintenance
  readonly Timings: several.Timings
  readonly TlsRpt: emailHealthParts.TlsRpt
  readonly TranslatedChannel: channels.TranslatedChannel
  readonly TriedExpectation: several.TriedExpectation
  readonly UpdateAccount: account.UpdateAccount
  readonly UpdateBranding: settings.UpdateBranding
  readonly UpdateChannel: channels.UpdateChannel
  readonly UpdateDomain: domains.UpdateDomain
  readonly UpdateKey: keys.UpdateKey
  readonly UpdateMaintenanceWindow: maintenance.UpdateMaintenanceWindow
  readonly UpdateMember: team.UpdateMember
  readonly UpdateRoute: routes.UpdateRoute
  readonly UpdateScheduledReport: scheduledReports.UpdateScheduledReport
  readonly UpdateSettings: settings.UpdateSettings
  readonly UpdateStatusPage: statusPages.UpdateStatusPage
  readonly UpdateStatusPost: statusPosts.UpdateStatusPost
  readonly UpdateStatusUpdate: statusPosts.UpdateStatusUpdate
  readonly UpdateTag: tags.UpdateTag
  readonly UpdateUrl: urls.UpdateUrl
  readonly Uptime: domains.Uptime
  readonly Url: urls.Url
  readonly UrlAccess: team.UrlAccess
  readonly UrlChange: urls.UrlChange
  readonly UrlCounts: dashboard.UrlCounts
  readonly UrlDetails: urls.UrlDetails
  readonly UrlScreenshot: urls.UrlScreenshot
  readonly UrlTag: urls.UrlTag
  readonly UrlTimeline: urls.UrlTimeline
  readonly UrlUsage: dashboard.UrlUsage
  readonly VisualChange: urls.VisualChange
  readonly WatchedRecords: domains.WatchedRecords
  readonly WatchedRecordsInput: domains.WatchedRecordsInput
  readonly Webhook: webhooks.Webhook
  readonly WebhookAttempt: webhooks.WebhookAttempt
  readonly WebhookDelivery: webhooks.WebhookDelivery
  readonly WebhookTest: webhooks.WebhookTest
  readonly WhatsAppNumbers: settings.WhatsAppNumbers
}
