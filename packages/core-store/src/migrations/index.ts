import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import accounts from "./0001_accounts.ts"
import monitors from "./0002_monitors.ts"
import history from "./0003_history.ts"
import notifications from "./0004_notifications.ts"
import rateWindows from "./0005_rate_windows.ts"
import ledger from "./0006_ledger.ts"
import effectsAndMail from "./0007_effects_and_mail.ts"
import blobs from "./0008_blobs.ts"
import emailHealth from "./0009_email_health.ts"
import facts from "./0010_facts.ts"
import teams from "./0011_teams.ts"
import sessions from "./0012_sessions.ts"
import billing from "./0013_billing.ts"
import deliveries from "./0014_deliveries.ts"
import urlMonitors from "./0015_url_monitors.ts"
import simulations from "./0016_simulations.ts"
import locations from "./0017_locations.ts"

/** Every migration by its number and name, in the order of the numbers. Never edit one that has been released. */
export const migrations: Record<string, Effect.Effect<void, SqlError, SqlClient.SqlClient>> = {
  "0001_accounts": accounts,
  "0002_monitors": monitors,
  "0003_history": history,
  "0004_notifications": notifications,
  "0005_rate_windows": rateWindows,
  "0006_ledger": ledger,
  "0007_effects_and_mail": effectsAndMail,
  "0008_blobs": blobs,
  "0009_email_health": emailHealth,
  "0010_facts": facts,
  "0011_teams": teams,
  "0012_sessions": sessions,
  "0013_billing": billing,
  "0014_deliveries": deliveries,
  "0015_url_monitors": urlMonitors,
  "0016_simulations": simulations,
  "0017_locations": locations
}
