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
import statusPageHosts from "./0039_status_page_hosts.ts"
import deliveryNames from "./0041_delivery_names.ts"
import secondFactor from "./0043_second_factor.ts"
import configurationFiles from "./0045_configuration_files.ts"
import diagnoses from "./0042_diagnoses.ts"
import evidenceOfLostNames from "./0050_evidence_of_lost_names.ts"
import diagnosesOfAlerts from "./0047_diagnoses_of_alerts.ts"
import auditLog from "./0046_audit_log.ts"
import accountDeletion from "./0048_account_deletion.ts"
import timelineEvents from "./0049_timeline_events.ts"
import accountSuspension from "./0053_account_suspension.ts"
import editsOfManyMonitors from "./0054_edits_of_many_monitors.ts"
import incidentRepairs from "./0058_incident_repairs.ts"
import observationsOfRefusedConnections from "./0057_observations_of_refused_connections.ts"
import accessByPageAndTag from "./0059_access_by_page_and_tag.ts"
import refusedAddresses from "./0060_refused_addresses.ts"
import inboxesOfRepairs from "./0062_inboxes_of_repairs.ts"
import observedPortsAndSharedCauses from "./0063_observed_ports_and_shared_causes.ts"
import historyOfAdvisories from "./0064_history_of_advisories.ts"
import accountBranding from "./0065_account_branding.ts"
import releasedSlugs from "./0066_released_slugs.ts"
import reasonsOfSilence from "./0067_reasons_of_silence.ts"
import pausesKeepMessages from "./0068_pauses_keep_messages.ts"
import uptimeRoundedDown from "./0069_uptime_rounded_down.ts"
import dueDeliveries from "./0070_due_deliveries.ts"
import jobs from "./0071_jobs.ts"
import domainsWithoutMail from "./0072_domains_without_mail.ts"
import unpublishedWindows from "./0073_unpublished_windows.ts"
import peopleInRoutes from "./0074_people_in_routes.ts"
import contentFaults from "./0075_content_faults.ts"
import contentFaultsOffer from "./0076_content_faults_offer.ts"
import ownNetworkOfChecks from "./0077_own_network_of_checks.ts"
import answersAboutIncidents from "./0078_answers_about_incidents.ts"
import diagnosesOfPages from "./0079_diagnoses_of_pages.ts"
import networksOfLocations from "./0080_networks_of_locations.ts"
import locationsSinceAFailure from "./0081_locations_since_a_failure.ts"
import seenSignatures from "./0082_seen_signatures.ts"
import certificateRepairs from "./0083_certificate_repairs.ts"
import dnsRepairs from "./0084_dns_repairs.ts"
import suspectChecks from "./0086_suspect_checks.ts"
import confirmedOwners from "./0087_confirmed_owners.ts"
import stateAnnouncements from "./0088_state_announcements.ts"
import recoveriesAfterPauses from "./0089_recoveries_after_pauses.ts"
import stormsOfAlerts from "./0090_storms_of_alerts.ts"
import webhooksAfterPauses from "./0091_webhooks_after_pauses.ts"
import refusedChannels from "./0092_refused_channels.ts"
import suspensionsKeepMessages from "./0093_suspensions_keep_messages.ts"
import announcementsWait from "./0094_announcements_wait.ts"
import linkedIdentities from "./0051_linked_identities.ts"
import repairs from "./0052_repairs.ts"
import memberRoles from "./0055_member_roles.ts"
import scheduledReports from "./0056_scheduled_reports.ts"

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
  "0038_status_subscribers": statusSubscribers,
  "0039_status_page_hosts": statusPageHosts,
  "0041_delivery_names": deliveryNames,
  "0042_diagnoses": diagnoses,
  "0043_second_factor": secondFactor,
  "0045_configuration_files": configurationFiles,
  "0046_audit_log": auditLog,
  "0047_diagnoses_of_alerts": diagnosesOfAlerts,
  "0048_account_deletion": accountDeletion,
  "0049_timeline_events": timelineEvents,
  "0050_evidence_of_lost_names": evidenceOfLostNames,
  "0051_linked_identities": linkedIdentities,
  "0052_repairs": repairs,
  "0053_account_suspension": accountSuspension,
  "0054_edits_of_many_monitors": editsOfManyMonitors,
  "0055_member_roles": memberRoles,
  "0056_scheduled_reports": scheduledReports,
  "0057_observations_of_refused_connections": observationsOfRefusedConnections,
  "0058_incident_repairs": incidentRepairs,
  "0059_access_by_page_and_tag": accessByPageAndTag,
  "0060_refused_addresses": refusedAddresses,
  "0062_inboxes_of_repairs": inboxesOfRepairs,
  "0063_observed_ports_and_shared_causes": observedPortsAndSharedCauses,
  "0064_history_of_advisories": historyOfAdvisories,
  "0065_account_branding": accountBranding,
  "0066_released_slugs": releasedSlugs,
  "0067_reasons_of_silence": reasonsOfSilence,
  "0068_pauses_keep_messages": pausesKeepMessages,
  "0069_uptime_rounded_down": uptimeRoundedDown,
  "0070_due_deliveries": dueDeliveries,
  "0071_jobs": jobs,
  "0072_domains_without_mail": domainsWithoutMail,
  "0073_unpublished_windows": unpublishedWindows,
  "0074_people_in_routes": peopleInRoutes,
  "0075_content_faults": contentFaults,
  "0076_content_faults_offer": contentFaultsOffer,
  "0077_own_network_of_checks": ownNetworkOfChecks,
  "0078_answers_about_incidents": answersAboutIncidents,
  "0079_diagnoses_of_pages": diagnosesOfPages,
  "0080_networks_of_locations": networksOfLocations,
  "0081_locations_since_a_failure": locationsSinceAFailure,
  "0082_seen_signatures": seenSignatures,
  "0083_certificate_repairs": certificateRepairs,
  "0084_dns_repairs": dnsRepairs,
  "0086_suspect_checks": suspectChecks,
  "0087_confirmed_owners": confirmedOwners,
  "0088_state_announcements": stateAnnouncements,
  "0089_recoveries_after_pauses": recoveriesAfterPauses,
  "0090_storms_of_alerts": stormsOfAlerts,
  "0091_webhooks_after_pauses": webhooksAfterPauses,
  "0092_refused_channels": refusedChannels,
  "0093_suspensions_keep_messages": suspensionsKeepMessages,
  "0094_announcements_wait": announcementsWait
}
