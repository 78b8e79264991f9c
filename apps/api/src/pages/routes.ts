import { type BillingPageServices, billingRoutes } from "../billing/pages.ts"
import { outboxRoutes, type OutboxServices } from "../outbox/pages.ts"
import { sharePageRoutes, type SharePageServices } from "../simulations/sharePage/routes.ts"
import { stopRoutes, type StopServices } from "../stop/pages.ts"
import { docsRoutes } from "./docs/routes.ts"
import { type OverviewServices } from "./overview/overview.ts"
import { overviewRoutes } from "./overview/routes.ts"
import type { PageRoute } from "./PageRoute.ts"
import { accountRoutes } from "./people/accounts.ts"
import { askForLinkRoutes } from "./people/askForLink.ts"
import { inviteRoutes } from "./people/invite.ts"
import { signInRoutes } from "./people/signIn.ts"
import { useLinkRoutes } from "./people/useLink.ts"
import { settingsRoutes, type SettingsServices } from "./settings/routes.ts"
import { styleRoute } from "./style.ts"

/** What pages work with. */
export type PageServices =
  | BillingPageServices
  | OutboxServices
  | OverviewServices
  | SettingsServices
  | SharePageServices
  | StopServices

/** Every page and form of the service outside `/api/v1`. */
export const pageRoutes: ReadonlyArray<PageRoute<PageServices>> = [
  styleRoute,
  ...overviewRoutes,
  ...signInRoutes,
  ...askForLinkRoutes,
  ...useLinkRoutes,
  ...inviteRoutes,
  ...accountRoutes,
  ...settingsRoutes,
  ...docsRoutes,
  ...billingRoutes,
  ...outboxRoutes,
  ...stopRoutes,
  ...sharePageRoutes
]
