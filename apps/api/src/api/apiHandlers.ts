import { Effect } from "effect"
import { showAccount } from "./account/show.ts"
import { checkout } from "./billing/checkout.ts"
import { billingHistory } from "./billing/history.ts"
import { showBilling } from "./billing/show.ts"
import { recentIncidents } from "./dashboard/recentIncidents.ts"
import { serviceStatus } from "./dashboard/status.ts"
import { checkAddressGiven, checkDisposableEmail } from "./disposableEmail/check.ts"
import { domainHandlers } from "./domains/handlers.ts"
import { checkMailDomainGiven, checkEmailHealth } from "./emailHealth/check.ts"
import { domainEmailHealth } from "./emailHealth/ofDomain.ts"
import { type Handlers, ok } from "./ApiHandler.ts"
import { showSettings } from "./settings/show.ts"
import { updateSettings } from "./settings/update.ts"
import { notificationHandlers } from "./notifications/handlers.ts"
import { simulationHandlers } from "./simulations/handlers.ts"
import { teamHandlers } from "./team/handlers.ts"
import { tagHandlers } from "./tags/handlers.ts"
import { webhookHandlers } from "./webhooks/handlers.ts"
import { urlHandlers } from "./urls/handlers.ts"

/** Every endpoint that needs a key. */
export const handlers: Handlers = {
  dashboard: {
    status: ({ caller }) => Effect.map(serviceStatus(caller), ok),
    incidents: ({ caller, query }) => Effect.map(recentIncidents(caller, query.limit), ok)
  },
  domains: domainHandlers,
  urls: urlHandlers,
  billing: {
    get: ({ caller }) => Effect.map(showBilling(caller), ok),
    history: ({ caller }) => Effect.map(billingHistory(caller), ok),
    checkout: ({ caller, payload }) => Effect.map(checkout(caller, payload), ok)
  },
  team: teamHandlers,
  tags: tagHandlers,
  notifications: notificationHandlers,
  webhooks: webhookHandlers,
  simulations: simulationHandlers,
  account: {
    get: ({ caller }) => Effect.map(showAccount(caller), ok)
  },
  settings: {
    get: ({ caller }) => Effect.map(showSettings(caller), ok),
    update: ({ caller, payload }) => Effect.map(updateSettings(caller, payload), ok)
  },
  emailHealth: {
    check: { check: checkMailDomainGiven, handle: ({ payload }) => Effect.map(checkEmailHealth(payload), ok) },
    ofDomain: ({ caller, params, query }) => Effect.map(domainEmailHealth(caller, params.id, query.fresh), ok)
  },
  disposableEmail: {
    check: { check: checkAddressGiven, handle: ({ payload }) => Effect.map(checkDisposableEmail(payload), ok) }
  }
}
