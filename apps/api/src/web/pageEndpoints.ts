import { type DashboardServices, makeDashboardEndpoints } from "./dashboard/endpoints.ts"
import type { AuditLog } from "@mon/core-store"
import { type AcknowledgePageServices, makeAcknowledgeEndpoints } from "./acknowledge/pages.ts"
import { type BillingPageServices, billingEndpoints } from "./billing/pages.ts"
import { type CalendarPageServices, makeCalendarEndpoints } from "./calendar/pages.ts"
import { operatorEndpoints, type OperatorServices } from "./operator/endpoints.ts"
import { outboxEndpoints, type OutboxServices } from "./outbox/pages.ts"
import { sharePageEndpoints, type SharePageServices } from "./share/endpoints.ts"
import { unsubscribeEndpoints, type UnsubscribeServices } from "./unsubscribe/pages.ts"
import { docsEndpoints } from "./docs/endpoints.ts"
import type { PageEndpoint } from "./page/PageEndpoint.ts"
import { accountEndpoints } from "./signIn/accounts.ts"
import { askForLinkEndpoints } from "./signIn/askForLink.ts"
import { confirmAddressEndpoints, type ConfirmAddressServices } from "./confirmAddress/pages.ts"
import { codeEndpoints } from "./signIn/code.ts"
import { providerEndpoints } from "./signIn/provider.ts"
import { inviteEndpoints } from "./signIn/invite.ts"
import { signInEndpoints } from "./signIn/signIn.ts"
import { useLinkEndpoints } from "./signIn/useLink.ts"
import { secondFactorEndpoints } from "./settings/secondFactor/endpoints.ts"
import { accountPageEndpoints, type AccountPageServices } from "./settings/account/endpoints.ts"
import { signInMethodEndpoints } from "./settings/signInMethods.ts"
import { settingsEndpoints, type SettingsServices } from "./settings/endpoints.ts"
import { reportRecipientEndpoints, type ReportRecipientServices } from "./reportRecipients/pages.ts"
import { statusPreviewEndpoint, type StatusPreviewServices } from "./statusPreview/endpoints.ts"
import type { SubscribeServices } from "./statusPages/subscribeForms.ts"
import { welcomeEndpoints } from "./welcome/endpoints.ts"
import { styleEndpoint } from "./page/style.ts"
import { makeDisposableEndpoints } from "./visitorChecks/disposable.ts"
import { makeEmailMessageEndpoints } from "./visitorChecks/emailMessage.ts"
import { makeEmailHealthEndpoints } from "./visitorChecks/emailHealth.ts"
import type { ToolServices } from "./visitorChecks/tool.ts"

export type PageServices =
  | AccountPageServices
  | AcknowledgePageServices
  | AuditLog
  | BillingPageServices
  | CalendarPageServices
  | ConfirmAddressServices
  | DashboardServices
  | OperatorServices
  | OutboxServices
  | ReportRecipientServices
  | SettingsServices
  | SharePageServices
  | StatusPreviewServices
  | SubscribeServices
  | ToolServices
  | UnsubscribeServices

export const pageEndpoints: ReadonlyArray<PageEndpoint<PageServices>> = [
  styleEndpoint,
  ...makeDashboardEndpoints(),
  ...welcomeEndpoints,
  ...makeEmailHealthEndpoints(),
  ...makeEmailMessageEndpoints(),
  ...makeDisposableEndpoints(),
  ...signInEndpoints,
  ...providerEndpoints,
  ...codeEndpoints,
  ...askForLinkEndpoints,
  ...useLinkEndpoints,
  ...inviteEndpoints,
  ...accountEndpoints,
  ...settingsEndpoints,
  ...secondFactorEndpoints,
  ...accountPageEndpoints,
  ...signInMethodEndpoints,
  ...docsEndpoints,
  ...billingEndpoints,
  ...operatorEndpoints,
  ...outboxEndpoints,
  statusPreviewEndpoint,
  ...makeAcknowledgeEndpoints(),
  ...makeCalendarEndpoints(),
  ...unsubscribeEndpoints,
  ...reportRecipientEndpoints,
  ...confirmAddressEndpoints,
  ...sharePageEndpoints
]
