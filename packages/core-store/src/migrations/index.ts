import type * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import accounts from "./0001_accounts.ts"
import monitors from "./0002_monitors.ts"
import history from "./0003_history.ts"
import emailHealth from "./0004_email_health.ts"
import certificatesAndRegistrations from "./0005_certificates_and_registrations.ts"
import pages from "./0006_pages.ts"
import notifications from "./0007_notifications.ts"
import signInAndTeams from "./0008_sign_in_and_teams.ts"
import billing from "./0009_billing.ts"
import simulations from "./0010_simulations.ts"
import blobsAndEmail from "./0011_blobs_and_email.ts"
import workers from "./0012_workers.ts"
import servicePause from "./0013_service_pause.ts"
import unwatchedTime from "./0014_unwatched_time.ts"
import repeatedRequests from "./0015_repeated_requests.ts"
import authors from "./0016_authors.ts"
import dueIndexPerKind from "./0017_due_index_per_kind.ts"
import days from "./0019_days.ts"
import timeWithoutVerdict from "./0020_time_without_verdict.ts"
import liveDashboard from "./0021_live_dashboard.ts"
import rubricVersions from "./0022_rubric_versions.ts"
import mailHosts from "./0023_mail_hosts.ts"
import linksAndWorkers from "./0024_links_and_workers.ts"
import namedKeys from "./0025_named_keys.ts"
import requestsAndExpectations from "./0026_requests_and_expectations.ts"
import dnsWatch from "./0027_dns_watch.ts"
import pageRules from "./0028_page_rules.ts"
import maintenanceWindows from "./0029_maintenance_windows.ts"
import alertChannels from "./0030_alert_channels.ts"
import acknowledgements from "./0031_acknowledgements.ts"
import alertRoutes from "./0032_alert_routes.ts"
import dependencies from "./0033_dependencies.ts"
import hostProofs from "./0034_host_proofs.ts"
import sharedCauses from "./0035_shared_causes.ts"
import statusPages from "./0036_status_pages.ts"
import statusPageExports from "./0037_status_page_exports.ts"
import statusSubscribers from "./0038_status_subscribers.ts"

/** Every migration by its number and name, in the order of the numbers. Never edit one that has been released. */
export const migrations: Record<string, Effect.Effect<void, SqlError, SqlClient.SqlClient>> = {
  "0001_accounts": accounts,
  "0002_monitors": monitors,
  "0003_history": history,
  "0004_email_health": emailHealth,
  "0005_certificates_and_registrations": certificatesAndRegistrations,
  "0006_pages": pages,
  "0007_notifications": notifications,
  "0008_sign_in_and_teams": signInAndTeams,
  "0009_billing": billing,
  "0010_simulations": simulations,
  "0011_blobs_and_email": blobsAndEmail,
  "0012_workers": workers,
  "0013_service_pause": servicePause,
  "0014_unwatched_time": unwatchedTime,
  "0015_repeated_requests": repeatedRequests,
  "0016_authors": authors,
  "0017_due_index_per_kind": dueIndexPerKind,
  "0019_days": days,
  "0020_time_without_verdict": timeWithoutVerdict,
  "0021_live_dashboard": liveDashboard,
  "0022_rubric_versions": rubricVersions,
  "0023_mail_hosts": mailHosts,
  "0024_links_and_workers": linksAndWorkers,
  "0025_named_keys": namedKeys,
  "0026_requests_and_expectations": requestsAndExpectations,
  "0027_dns_watch": dnsWatch,
  "0028_page_rules": pageRules,
  "0029_maintenance_windows": maintenanceWindows,
  "0030_alert_channels": alertChannels,
  "0031_acknowledgements": acknowledgements,
  "0032_alert_routes": alertRoutes,
  "0033_dependencies": dependencies,
  "0034_host_proofs": hostProofs,
  "0035_shared_causes": sharedCauses,
  "0036_status_pages": statusPages,
  "0037_status_page_exports": statusPageExports,
  "0038_status_subscribers": statusSubscribers
}
