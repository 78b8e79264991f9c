import {
  Locations,
  MonitorSchedule,
  OperatorAccounts,
  OperatorDeliveries,
  ServiceFacts,
  type Sessions,
  StoredJobs
} from "@mon/core-store"
import { jobQueues } from "@mon/notifications"
import { Effect } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import { currentSession } from "../../auth/currentSession.ts"
import { errorPage } from "../page/errorPages.ts"
import type { PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf, toSignIn } from "../page/session.ts"
import { OPERATOR_PATH, operatorPage, SHOWN } from "./page.ts"

export type OperatorServices =
  | ApiConfig
  | Locations
  | MonitorSchedule
  | OperatorAccounts
  | OperatorDeliveries
  | ServiceFacts
  | Sessions
  | StoredJobs

const readService = Effect.gen(function* () {
  const locations = yield* Locations
  return {
    facts: yield* (yield* ServiceFacts).read(),
    locations: yield* locations.alive(),
    standing: yield* locations.standing(),
    oldestDueMs: yield* (yield* MonitorSchedule).oldestDueMs(),
    queues: yield* (yield* StoredJobs).queues(jobQueues),
    unsent: yield* (yield* OperatorDeliveries).counts(),
    accounts: yield* (yield* OperatorAccounts).byUse(SHOWN)
  }
})

/**
 * The page with the state of the whole service, for the people in MON_OPERATOR_EMAILS. Everybody else gets a 404. An
 * address counts only after it is confirmed, because the inviter of an address can accept the invitation with a copied
 * link.
 */
export const operatorEndpoints: ReadonlyArray<PageEndpoint<OperatorServices>> = [
  {
    method: "GET",
    path: OPERATOR_PATH,
    handle: Effect.fnUntraced(function* (request) {
      const { operatorEmails = [] } = yield* ApiConfig
      const session = yield* currentSession(request)
      if (session === null && operatorEmails.length > 0) return toSignIn(request)
      const frame = frameOf(request, session)
      return session !== null && session.isEmailConfirmed && operatorEmails.includes(session.email.toLowerCase())
        ? operatorPage(frame, yield* readService)
        : errorPage("absent", frame)
    })
  }
]
