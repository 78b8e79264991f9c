import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { access } from "./access.ts"
import { accounts } from "./accounts.ts"
import { alertRoutes } from "./alertRoutes.ts"
import { billing } from "./billing.ts"
import { diagnoses } from "./diagnoses.ts"
import { domainFacts } from "./domainFacts.ts"
import { history } from "./history.ts"
import { incidents } from "./incidents.ts"
import { maintenance } from "./maintenance.ts"
import { monitors } from "./monitors.ts"
import { notifications } from "./notifications.ts"
import { pages } from "./pages.ts"
import { reports } from "./reports.ts"
import { service } from "./service.ts"
import { simulations } from "./simulations.ts"
import { statusPages } from "./statusPages.ts"

/**
 * The parts of the schema, in the order of their dependencies. PostgreSQL stores the body of a function as it is
 * written. The bodies are therefore indented as in the earlier migrations, so that new and upgraded databases are
 * identical.
 */
const SUBJECTS = [
  accounts,
  billing,
  monitors,
  domainFacts,
  pages,
  access,
  history,
  maintenance,
  incidents,
  diagnoses,
  alertRoutes,
  notifications,
  statusPages,
  service,
  simulations,
  reports
]

/** Creates the whole schema in an empty database. */
export const baseline = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(SUBJECTS.join(""))
})
