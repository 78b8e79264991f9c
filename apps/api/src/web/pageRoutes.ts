import { type DashboardServices, makeDashboardRoutes } from "./dashboard/routes.ts"
import type { AuditLog } from "@mon/core-store"
import { type AcknowledgePageServices, makeAcknowledgeRoutes } from "./acknowledge/pages.ts"
import { type BillingPageServices, billingRoutes } from "./billing/pages.ts"
import { operatorRoutes, type OperatorServices } from "./operator/routes.ts"
import { outboxRoutes, type OutboxServices } from "./outbox/pages.ts"
import { sharePageRoutes, type SharePageServices } from "./share/routes.ts"
import { unsubscribeRoutes, type UnsubscribeServices } from "./unsubscribe/pages.ts"
import { docsRoutes } from "./docs/routes.ts"
import type { PageRoute } from "./page/PageRoute.ts"
import { accountRoutes } from "./signIn/accounts.ts"
import { askForLinkRoutes } from "./signIn/askForLink.ts"
import { confirmAddressRoutes, type ConfirmAddressServices } from "./confirmAddress/pages.ts"
import { codeRoutes } from "./signIn/code.ts"
import { providerRoutes } from "./signIn/provider.ts"
import { inviteRoutes } from "./signIn/invite.ts"
import { signInRoutes } from "./signIn/signIn.ts"
import { useLinkRoutes } from "./signIn/useLink.ts"
import { secondFactorRoutes } from "./settings/secondFactor/routes.ts"
import { accountPageRoutes, type AccountPageServices } from "./settings/account/routes.ts"
import { signInMethodRoutes } from "./settings/signInMethods.ts"
import { settingsRoutes, type SettingsServices } from "./settings/routes.ts"
import { reportRecipientRoutes, type ReportRecipientServices } from "./reportRecipients/pages.ts"
import { statusPreviewRoute, type StatusPreviewServices } from "./statusPreview/routes.ts"
import type { SubscribeServices } from "./statusPages/subscribeForms.ts"
import { welcomeRoutes } from "./welcome/routes.ts"
import { styleRoute } from "./page/style.ts"
import { makeDisposableRoutes } from "./visitorChecks/disposable.ts"
import { makeEmailHealthRoutes, type ToolServices } from "./visitorChecks/emailHealth.ts"

/** The services that pages need. */
export type PageServices =
  | AccountPageServices
  | AcknowledgePageServices
  | AuditLog
  | BillingPageServices
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

/** Every page and form of the service outside `/api/v1`. */
export const pageRoutes: ReadonlyArray<PageRoute<PageServices>> = [
  styleRoute,
  ...makeDashboardRoutes(),
  ...welcomeRoutes,
  ...makeEmailHealthRoutes(),
  ...makeDisposableRoutes(),
  ...signInRoutes,
  ...providerRoutes,
  ...codeRoutes,
  ...askForLinkRoutes,
  ...useLinkRoutes,
  ...inviteRoutes,
  ...accountRoutes,
  ...settingsRoutes,
  ...secondFactorRoutes,
  ...accountPageRoutes,
  ...signInMethodRoutes,
  ...docsRoutes,
  ...billingRoutes,
  ...operatorRoutes,
  ...outboxRoutes,
  statusPreviewRoute,
  ...makeAcknowledgeRoutes(),
  ...unsubscribeRoutes,
  ...reportRecipientRoutes,
  ...confirmAddressRoutes,
  ...sharePageRoutes
]
