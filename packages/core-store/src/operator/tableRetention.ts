import { retentionDays, screenshotDays } from "@mon/model"

export interface TableRetention {
  /**
   * The end of a row. `{ days }`: the row is deleted at an age. `{ with }`: the row is deleted with the row of another
   * table. Text: the row is deleted at another event. Null: the row is never deleted.
   */
  readonly ends: { readonly days: number; readonly after: string } | { readonly with: string } | string | null
  readonly why: string
}

const after = (days: number, event: string, why: string): TableRetention => ({ ends: { days, after: event }, why })
const together = (table: string, why: string): TableRetention => ({ ends: { with: table }, why })
const at = (event: string, why: string): TableRetention => ({ ends: event, why })
const never = (why: string): TableRetention => ({ ends: null, why })

const MONEY = "While the account exists, the row proves what was bought, paid for and used."
const ONE_ROW = "The table has one row, which is replaced."

/** The retention of every table in the database. docs/operations/retention.md shows the same facts. */
export const tableRetention: Readonly<Record<string, TableRetention>> = {
  account: after(
    retentionDays.deletedAccounts,
    "its deletion was requested",
    "The owner can change their mind until then. Everything that belongs to the account is deleted with it."
  ),
  account_branding: together(
    "account",
    "At most one row per account. The owner and admins can remove the name and logo."
  ),
  app_user: at("when the person's last account is deleted", "A person can sign in until then."),
  user_setting: together("app_user", "The row is useless without the person."),
  membership: after(
    retentionDays.removedMembers,
    "the member was removed",
    "For a while, an operator can look up who was removed."
  ),
  api_key: after(
    retentionDays.revokedKeys,
    "the key was revoked or expired",
    "An operator can find out which key was used."
  ),
  domain_access: together("membership", "The row is useless without the member."),
  url_access: together("membership", "The row is useless without the member or the invitation."),
  tag_access: together("membership", "The row is useless without the member or the invitation."),
  team_invite: after(
    retentionDays.unusedInvites,
    "the invitation was withdrawn or expired",
    "The team page shows expired invitations. Accepted ones are deleted with the membership."
  ),
  invite_access: together("team_invite", "The row is useless without the invitation."),
  audit_entry: at(
    "after 7, 90 or 365 days (Free, Pro, Agency)",
    "The time depends on which plan the account had when the change was made."
  ),
  user_session: at("when the session expires", "An expired session is useless."),
  second_factor: together("app_user", "The person or an operator can remove the second factor earlier."),
  linked_identity: together("app_user", "The person can unlink the identity earlier."),
  recovery_code: together("second_factor", "A used code is deleted immediately."),
  one_time_link: at("when the link expires or is used", "An expired link is useless."),
  event_stream: after(
    retentionDays.eventStreams,
    "its process crashed",
    "When a stream ends, its row is deleted. Only rows left by a crashed process remain."
  ),
  email_suppression: together("account", "Mon must never send email to an unsubscribed address again."),
  released_slug: after(
    retentionDays.releasedSlugs,
    "a status page stopped using the address",
    "Readers still have links to the address, so other accounts cannot take it until then. The table contains only hashes, so rows are not deleted with an account."
  ),
  refused_address: after(
    retentionDays.refusedAddresses,
    "the last refusal",
    "Senders who write to addresses that do not exist are treated as spammers. After this period, Mon tries the address again. The table contains only hashes, so rows are not deleted with an account."
  ),

  config_key: together(
    "account",
    "One row for each object in a configuration file. If the object is deleted, its row is deleted when the file is applied again."
  ),
  config_plan: after(
    retentionDays.configPlans,
    "the plan expired",
    "A plan can be applied for 15 minutes. When the same person makes a new plan, their expired plans are deleted earlier."
  ),

  monitor: after(
    retentionDays.deletedMonitors,
    "the monitor was deleted",
    "An operator can restore a monitor that was deleted by mistake. The period is the same as for individual checks."
  ),
  heartbeat: together("monitor", "One row per heartbeat."),
  heartbeat_token: together("monitor", "The secrets in ping URLs, as hashes and encrypted."),
  heartbeat_ping: at(
    "when the heartbeat has received 100 later pings",
    "The output of a failed job can be compared with that of earlier runs."
  ),
  ping_key: together("account", "The secrets in ping URLs with a slug, as hashes and encrypted."),
  ping_reception: after(
    retentionDays.pingReceptions,
    "the process stopped receiving",
    "No heartbeat is late for a ping that could not be received. A job may run only once a year."
  ),
  monitor_schedule: together("monitor", "One row per monitor."),
  monitor_facts: together("monitor", "One row per monitor."),
  monitor_tag: together("monitor", "At most one row for each of a monitor's tags."),
  monitor_registration: together("monitor", "One row per monitor."),
  certificate_schedule: together("monitor", "At most one row per monitor."),
  host_proof: together(
    "account",
    "One row for each host with a proof. The row is deleted earlier if no monitor or status page needs it any more."
  ),
  service_proof: together("monitor", "One row per service."),
  dns_watch: together("monitor", "The last observation. One row for each domain whose DNS is watched."),
  email_health_schedule: together(
    "monitor",
    "One row per monitor. Its checks remove signatures of messages that were seen more than 40 days ago."
  ),
  url_page: together(
    "monitor",
    "The last version of the page, and what its last failed check showed. One row per monitor."
  ),
  webhook: together("monitor", "The data belongs to the user, who can delete it earlier."),
  cc_email_author: together("monitor", "Who added a CC address. One row per address."),
  tag: together("account", "The data belongs to the user, who can delete it earlier."),
  location_advisory: after(
    retentionDays.locationAdvisories,
    "the location last checked the monitor",
    "Mon shows an advisory for an hour."
  ),

  check_history: after(
    retentionDays.checks,
    "the check",
    "Checks make up nine tenths of all data. Roll-ups are kept longer."
  ),
  check_hour: after(retentionDays.rollUps, "the hour", "A month can be compared with the same month a year earlier."),
  check_day: after(retentionDays.dayRollUps, "the day", "The longest timeline shows 90 days."),
  email_health_history: after(retentionDays.emailHealthScores, "the check", "The scores are kept as long as roll-ups."),
  status_period: after(
    retentionDays.statusPeriods,
    "the next period began",
    "Uptime is calculated from these periods. They are kept as long as incidents. The current state is never deleted."
  ),
  unwatched_period: after(
    retentionDays.statusPeriods,
    "the time without checks ended",
    "Uptime is calculated without these periods. They are kept as long as the periods of each state."
  ),
  maintenance_window: after(
    retentionDays.maintenanceWindows,
    "the window ended or was deleted",
    "Incidents and uptime refer to the window. It is kept as long as incidents."
  ),
  maintenance_monitor: together("maintenance_window", "At most one row for each monitor in a window."),
  maintenance_tag: together("maintenance_window", "At most one row for each tag in a window."),
  maintenance_occurrence: at("when the occurrence is over", "A window's upcoming occurrences."),
  maintenance_period: after(
    retentionDays.statusPeriods,
    "the occurrence ended",
    "Uptime is calculated without these periods. They are kept as long as the periods of each state."
  ),
  maintenance_waiting: at("when the maintenance is over", "Notifications that may still be sent at the end."),
  incident: after(retentionDays.incidents, "the incident ended", "Availability reports can go back up to three years."),
  incident_diagnosis: together("incident", "The known facts about the incident's cause."),
  incident_repair: together("incident", "The repair of the incident, with the time it took."),
  url_change: after(retentionDays.pageChanges, "the change", "A page can be compared with its version a year earlier."),
  url_seen: together("monitor", "The last change that a person has seen. At most one row per person."),
  change_seen: together("url_change", "The row is useless without the change."),
  url_screenshot: at(
    `after ${screenshotDays.free}, ${screenshotDays.pro} or ${screenshotDays.agency} days (Free, Pro, Agency)`,
    "The time depends on the account's plan."
  ),
  dns_change: after(
    retentionDays.dnsChanges,
    "the change",
    "A record can be compared with its version a year earlier."
  ),
  monitor_change: after(
    retentionDays.monitorChanges,
    "the advisory or the change to a certificate, registration or redirect",
    "The timeline shows 90 days."
  ),
  repair: after(
    retentionDays.repairs,
    "the repair was closed or given up",
    "The time to repair can be compared with the year before."
  ),
  marker: after(retentionDays.markers, "the marker's time", "The timeline shows 90 days."),
  page_text: after(
    retentionDays.unusedPageTexts,
    "the last page or change that refers to the text is gone",
    "A check that is still running may refer to the text."
  ),
  blob: at("when the screenshot or the incident's image expires", "The image is needed while it is shown somewhere."),
  blob_bytes: together("blob", "The bytes of the image."),

  alert_route: together("account", "The data belongs to the user, who can delete it earlier."),
  alert_route_monitor: together("alert_route", "The monitors whose alerts match the route."),
  alert_route_tag: together("alert_route", "The tags of the monitors whose alerts match the route."),
  alert_route_step: together("alert_route", "The row is useless without the route."),
  alert_route_target: together("alert_route_step", "The row is useless without the step."),
  alert_route_on_call: together("alert_route_step", "The row is useless without the step."),
  alert_route_fallback: together("alert_route", "The row is useless without the route."),
  on_call_schedule: together("account", "The data belongs to the user, who can delete it earlier."),
  on_call_calendar: together("membership", "The address is useless without the person."),
  on_call_override: together("on_call_schedule", "The row is useless without the schedule."),
  on_call_request: together("on_call_schedule", "It explains the override that was made from it."),
  alert_due: together("notification", "The messages that a route still has to send for this notification."),

  status_page: together("account", "The data belongs to the user, who can delete it earlier."),
  status_page_host: together("status_page", "The page's custom host name, which the user can remove earlier."),
  status_group: together("status_page", "The groups for the page's components."),
  status_component: together("status_page", "The page's components."),
  status_component_monitor: together("status_component", "The monitors that determine the component's state."),
  status_component_tag: together("status_component", "The tags of the monitors that determine the component's state."),
  status_post: together("status_page", "The history that readers see. The user can delete a post earlier."),
  status_post_component: together("status_post", "The components that the post affects."),
  status_page_export: at("when the copy of the page is removed", "One row for each public page that has a copy."),
  status_update: together("status_post", "The row is useless without the post."),
  status_update_component: together("status_update", "The changes of the update."),
  status_page_incident: together(
    "incident",
    "Whether a page already has a post about the incident, so it gets only one."
  ),
  status_subscriber: after(
    retentionDays.statusSubscribers,
    "the subscription ended",
    "Until then, links in old emails say that the subscription has ended. If a subscriber does not confirm, the row is deleted after 24 hours."
  ),
  status_subscriber_component: together("status_subscriber", "The components that the subscriber chose."),
  status_signup: after(
    retentionDays.statusSignups,
    "the request",
    "There is an hourly limit on requests to subscribe."
  ),
  status_delivery: after(
    retentionDays.deliveries,
    "the post or update was published",
    "The delivery helps to explain a missing email."
  ),

  scheduled_report: together("account", "The data belongs to the user, who can delete it earlier."),
  scheduled_report_recipient: together("scheduled_report", "The addresses that get the report."),
  report_recipient: after(
    retentionDays.reportRecipients,
    "the address was added, if no report is sent to it any more",
    "There is a daily limit on how often an address is asked to confirm. Unsubscribed addresses are not deleted, so Mon does not ask them again."
  ),

  notification: after(
    retentionDays.notifications,
    "the notification",
    "People can look up what they were alerted about."
  ),
  notification_delivery: after(
    retentionDays.deliveries,
    "the delivery was created",
    "The delivery helps to explain a missing email."
  ),
  parent_suppression: together("notification", "The row explains why an alert was not sent."),
  state_announcement: at(
    "when the state is announced",
    "Monitors whose alerts were suppressed by flapping or a pause."
  ),
  delivery_attempt: together("notification_delivery", "The row is useless without the delivery."),
  shared_cause: after(
    retentionDays.incidents,
    "the cause was found",
    "Incidents refer to the shared cause. It is kept as long as incidents."
  ),
  shared_cause_incident: together("shared_cause", "At most one row per incident."),
  shared_cause_burst: together("shared_cause", "One row for each recipient and kind of message."),
  alert_window: together("account", "At most one row per account."),
  alert_source: together("account", "The data belongs to the user, who can delete it earlier."),
  alert_channel: together("account", "The data belongs to the user, who can delete it earlier."),
  own_channel: together("alert_channel", "The data belongs to one person, who can delete it earlier."),
  contact_rules: together("membership", "The data belongs to one person, who can change it."),
  contact_due: together("alert_due", "A message that one person gets later. It is deleted when it is sent."),
  alert_message: after(
    retentionDays.channelMessages,
    "the channel's last message about the same incident",
    "The next message edits the last message or replies to it. The row is deleted earlier if the incident is deleted."
  ),
  whatsapp_contact: together("account", "At most one row per account."),
  whatsapp_slot: after(
    retentionDays.whatsAppSlots,
    "the last message to the number",
    "Mon waits some seconds between messages to the same number."
  ),
  email_outbox: after(
    retentionDays.outboxEmails,
    "the email was written",
    "A service without a mail server shows emails for this long. They are encrypted."
  ),

  simulation: after(
    retentionDays.simulations,
    "the simulation ended",
    `The simulation appears in the list of past simulations. Results are deleted after ${retentionDays.simulationResults} days.`
  ),
  simulation_csv: after(
    retentionDays.simulationResults,
    "the simulation ended",
    "The CSV files are kept as long as the results."
  ),
  share_challenge: at("after a day", "There is a daily limit on codes."),
  share_wrong_code: at("after 30 days", "The limit on wrong codes covers 30 days."),
  domain_fact: at("when the fact expires", "The table is a cache of DNS data."),

  credit_lot: together("account", MONEY),
  credit_transaction: together("account", MONEY),
  credit_movement: together("account", MONEY),
  payment_order: together("account", MONEY),
  payment_event: together("payment_order", `${MONEY} An order's state is computed from all of its events.`),
  licence: together("account", MONEY),

  registration: after(
    retentionDays.unusedRegistrations,
    "the last lookup of a domain that no monitor uses",
    "Registries limit lookups. If somebody monitors the domain again before then, no lookup is needed."
  ),
  registry_document: never("There is one row for each document. A new version replaces the row."),
  mail_host_contact: after(
    retentionDays.mailHostContacts,
    "the last contact",
    "Mon connects to a mail host at most once every ten minutes."
  ),
  email_health_report: at("after an hour", "The table is a cache of reports."),

  idempotent_request: after(retentionDays.idempotentResponses, "the request", "The API guarantees 24 hours."),
  rate_window: at("after 10 minutes", "A rate limit's window is one minute."),
  attempt_limit: at("after a day without attempts", "No wait is longer than an hour."),
  handled_effect: never("Mon no longer writes to this table, so it stays empty."),
  job: after(
    retentionDays.deadJobs,
    "a job's last attempt failed",
    "Operators can repeat the job. A job that succeeds is deleted."
  ),
  worker_location: at("after an hour without a sign of life", "Workers send a sign of life every 5 s."),
  worker_heartbeat: never(ONE_ROW),
  service_targets: never(ONE_ROW),
  service_pause: at("when the service is resumed", ONE_ROW),
  mon_migrations: never("The table records which migrations have run.")
}

const endText = ({ ends }: TableRetention): string => {
  if (ends === null) return "never"
  if (typeof ends === "string") return ends
  if ("with" in ends) return `with its \`${ends.with}\``
  return `${ends.days.toLocaleString("en-US")} ${ends.days === 1 ? "day" : "days"} after ${ends.after}`
}

export const retentionTable = (): ReadonlyArray<string> =>
  Object.entries(tableRetention).map(([table, entry]) => `| \`${table}\` | ${endText(entry)} | ${entry.why} |`)
