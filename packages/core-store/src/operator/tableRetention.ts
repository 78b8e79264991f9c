import { retentionDays, screenshotDays } from "@mon/model"

/** When the rows of a table are deleted, and why then. */
export interface TableRetention {
  /** `{ days }`: by their age. `{ with }`: with the row of another table. Text: at another event. Null: never. */
  readonly ends: { readonly days: number; readonly after: string } | { readonly with: string } | string | null
  readonly why: string
}

const after = (days: number, event: string, why: string): TableRetention => ({ ends: { days, after: event }, why })
const together = (table: string, why: string): TableRetention => ({ ends: { with: table }, why })
const at = (event: string, why: string): TableRetention => ({ ends: event, why })
const never = (why: string): TableRetention => ({ ends: null, why })

const MONEY = "Proof of what was bought, paid and used, as long as the account exists."
const ONE_ROW = "It has one row, which is replaced."

/** Every table of the database. docs/operations/retention.md shows the same table. */
export const tableRetention: Readonly<Record<string, TableRetention>> = {
  account: after(
    retentionDays.deletedAccounts,
    "its deletion was requested",
    "Its owner can reconsider. Everything that belongs to the account is deleted with it."
  ),
  account_branding: together(
    "account",
    "At most one row for each account. People in the account can remove the name and logo."
  ),
  app_user: at("the last account of the person ends", "A person can sign in until then."),
  user_setting: together("app_user", "It has no meaning without the person."),
  membership: after(retentionDays.removedMembers, "the member was removed", "Removals can be traced for a while."),
  api_key: after(
    retentionDays.revokedKeys,
    "the key was revoked or expired",
    "An operator can find out which key was used."
  ),
  domain_access: together("membership", "It has no meaning without the member."),
  url_access: together("membership", "It has no meaning without the member or the invitation."),
  tag_access: together("membership", "It has no meaning without the member or the invitation."),
  team_invite: after(
    retentionDays.unusedInvites,
    "the invitation was withdrawn or expired",
    "The team page shows expired invitations. Accepted ones end with the membership."
  ),
  invite_access: together("team_invite", "It has no meaning without the invitation."),
  audit_entry: at(
    "7, 90 or 365 days have passed (Free, Pro, Agency)",
    "The plan determines this. The plan at the time of the change counts."
  ),
  user_session: at("the session expires", "An expired session is of no use."),
  second_factor: together("app_user", "The person or an operator can remove it."),
  linked_identity: together("app_user", "The person can unlink it."),
  recovery_code: together("second_factor", "A used code is deleted at once."),
  one_time_link: at("the link expires or is used", "An expired link is of no use."),
  event_stream: after(
    retentionDays.eventStreams,
    "its process crashed",
    "A stream deletes its row when it ends. Only the rows of a crashed process remain."
  ),
  email_suppression: together("account", "An unsubscribed address must never get email again."),
  released_slug: after(
    retentionDays.releasedSlugs,
    "a status page gave up the address",
    "Readers still have links to it. Until then, no other account can take it. The table contains only hashes, so its rows are not deleted with an account."
  ),
  refused_address: after(
    retentionDays.refusedAddresses,
    "the last refusal",
    "Mail providers treat anyone who sends to addresses that do not exist as a spammer. After this time, the address is tried again. The table contains only hashes, so its rows are not deleted with an account."
  ),

  config_key: together(
    "account",
    "One row for each object of a configuration file. The row of a deleted object is removed when its file is applied again."
  ),
  config_plan: after(
    retentionDays.configPlans,
    "the plan expired",
    "A plan can be applied for 15 minutes. When the same person creates a new one, expired ones are deleted earlier."
  ),

  monitor: after(
    retentionDays.deletedMonitors,
    "the monitor was deleted",
    "An operator can restore a monitor that was deleted by mistake. It is kept as long as single checks."
  ),
  monitor_schedule: together("monitor", "One row for each monitor."),
  monitor_facts: together("monitor", "One row for each monitor."),
  monitor_tag: together("monitor", "At most one row for each tag of a monitor."),
  monitor_registration: together("monitor", "One row for each monitor."),
  certificate_schedule: together("monitor", "At most one row for each monitor."),
  host_proof: together(
    "account",
    "One row for each host with a proof. It is deleted with the last monitor or status page that needs it."
  ),
  dns_watch: together("monitor", "One row for each domain whose DNS is watched: the last observation."),
  email_health_schedule: together("monitor", "One row for each monitor."),
  url_page: together("monitor", "One row for each monitor: the last version of the page."),
  webhook: together("monitor", "It belongs to the user, who can delete it."),
  cc_email_author: together("monitor", "One row for each copied address: who added it."),
  tag: together("account", "It belongs to the user, who can delete it."),
  location_advisory: after(
    retentionDays.locationAdvisories,
    "the location last checked the monitor",
    "Mon shows an advisory for an hour."
  ),

  check_history: after(
    retentionDays.checks,
    "the check",
    "They make up nine tenths of the data. Roll-ups are kept longer."
  ),
  check_hour: after(
    retentionDays.rollUps,
    "the hour",
    "A month can be compared with the same month of the year before."
  ),
  check_day: after(retentionDays.dayRollUps, "the day", "The longest timeline shows 90 days."),
  email_health_history: after(retentionDays.emailHealthScores, "the check", "It is kept as long as roll-ups."),
  status_period: after(
    retentionDays.statusPeriods,
    "the next period began",
    "Uptime is calculated from it. It is kept as long as incidents. The current state is always kept."
  ),
  unwatched_period: after(
    retentionDays.statusPeriods,
    "the time without checks ended",
    "Uptime is calculated without it. It is kept as long as the periods of each state."
  ),
  maintenance_window: after(
    retentionDays.maintenanceWindows,
    "the window ended or was deleted",
    "Incidents and uptime refer to it. It is kept as long as incidents."
  ),
  maintenance_monitor: together("maintenance_window", "At most one row for each monitor of a window."),
  maintenance_tag: together("maintenance_window", "At most one row for each tag of a window."),
  maintenance_occurrence: at("the occurrence is over", "The coming occurrences of a window."),
  maintenance_period: after(
    retentionDays.statusPeriods,
    "the occurrence was over",
    "Uptime is calculated without it. It is kept as long as the periods of each state."
  ),
  maintenance_waiting: at("the maintenance is over", "Notifications that may still be sent then."),
  incident: after(retentionDays.incidents, "the incident ended", "Availability reports cover up to three years."),
  incident_diagnosis: together("incident", "What was known about its cause."),
  incident_repair: together("incident", "The time to repair."),
  url_change: after(
    retentionDays.pageChanges,
    "the change",
    "A page can be compared with the same page a year before."
  ),
  url_seen: together(
    "monitor",
    "At most one row for each person. It says up to which change that person has seen the page."
  ),
  change_seen: together("url_change", "It has no meaning without the change."),
  url_screenshot: at(
    `${screenshotDays.free}, ${screenshotDays.pro} or ${screenshotDays.agency} days have passed (Free, Pro, Agency)`,
    "The plan includes it."
  ),
  dns_change: after(
    retentionDays.dnsChanges,
    "the change",
    "A record can be compared with the one from the year before."
  ),
  monitor_change: after(
    retentionDays.monitorChanges,
    "the advisory, or the change of a certificate, registration or redirect",
    "The timeline shows 90 days."
  ),
  repair: after(
    retentionDays.repairs,
    "the repair was closed",
    "The time to repair can be compared with the year before."
  ),
  marker: after(retentionDays.markers, "the time of the marker", "The timeline shows 90 days."),
  page_text: after(
    retentionDays.unusedPageTexts,
    "the last page or change that refers to the text is gone",
    "A check may be about to refer to it."
  ),
  blob: at("the screenshot or the incident's image expires", "It is kept as long as whatever shows the image."),
  blob_bytes: together("blob", "The bytes of the image."),

  alert_route: together("account", "It belongs to the user, who can delete it."),
  alert_route_monitor: together("alert_route", "The monitors whose alerts it handles."),
  alert_route_tag: together("alert_route", "The tags whose alerts it handles."),
  alert_route_step: together("alert_route", "It has no meaning without the route."),
  alert_route_target: together("alert_route_step", "It has no meaning without the step."),
  alert_due: together("notification", "What a route still has to send for it."),

  status_page: together("account", "It belongs to the user, who can delete it."),
  status_page_host: together("status_page", "Its own host name. The user can remove it."),
  status_group: together("status_page", "The groups of its components."),
  status_component: together("status_page", "What its readers see."),
  status_component_monitor: together("status_component", "The monitors that its state follows."),
  status_component_tag: together("status_component", "The tags that its state follows."),
  status_post: together("status_page", "The history that readers see. The user can delete a post."),
  status_post_component: together("status_post", "The components that it affects."),
  status_page_export: at("the copy of the page is removed", "One row for each public page with a copy."),
  status_update: together("status_post", "It has no meaning without the post."),
  status_update_component: together("status_update", "What it changed."),
  status_page_incident: together("incident", "Whether a page has a post about it, so that it gets only one."),
  status_subscriber: after(
    retentionDays.statusSubscribers,
    "the subscriber left or the subscription ended",
    "Links in old emails still say so. A subscriber who does not confirm is deleted after 24 hours."
  ),
  status_subscriber_component: together("status_subscriber", "The components that the subscriber chose."),
  status_signup: after(retentionDays.statusSignups, "the request", "Requests to subscribe are limited per hour."),
  status_delivery: after(retentionDays.deliveries, "the publication", "It explains a missing email."),

  scheduled_report: together("account", "It belongs to the user, who can delete it."),
  scheduled_report_recipient: together("scheduled_report", "The addresses that the report is for."),
  report_recipient: after(
    retentionDays.reportRecipients,
    "the address was added, once no report is for it",
    "Requests to confirm an address are limited per day. An unsubscribed address is kept, so that it is not asked again."
  ),

  notification: after(retentionDays.notifications, "the notification", "People look up what they were alerted about."),
  notification_delivery: after(retentionDays.deliveries, "the delivery was created", "It explains a missing email."),
  parent_suppression: together("notification", "It explains why an alert was not sent."),
  delivery_attempt: together("notification_delivery", "It has no meaning without the delivery."),
  shared_cause: after(
    retentionDays.incidents,
    "the cause was found",
    "Incidents refer to it. It is kept as long as incidents."
  ),
  shared_cause_incident: together("shared_cause", "At most one row for each incident."),
  shared_cause_burst: together("shared_cause", "One row for each recipient and kind of message."),
  alert_window: together("account", "At most one row for each account."),
  alert_channel: together("account", "It belongs to the user, who can delete it."),
  alert_message: after(
    retentionDays.channelMessages,
    "the channel's last message about the same incident",
    "The next message edits it or replies to it. It is deleted with the incident."
  ),
  whatsapp_contact: together("account", "At most one row for each account."),
  whatsapp_slot: after(
    retentionDays.whatsAppSlots,
    "the last message to the number",
    "It keeps messages some seconds apart."
  ),
  email_outbox: after(
    retentionDays.outboxEmails,
    "the email was written",
    "A service without a mail server shows it for that long. It is encrypted."
  ),

  simulation: after(
    retentionDays.simulations,
    "the simulation ended",
    `The list of past simulations. Results are deleted after ${retentionDays.simulationResults} days.`
  ),
  simulation_csv: after(retentionDays.simulationResults, "the simulation ended", "It is kept as long as the results."),
  share_challenge: at("a day has passed", "Codes are limited per day."),
  share_wrong_code: at("30 days have passed", "Wrong codes are limited per 30 days."),
  domain_fact: at("the fact expires", "A cache of DNS facts."),

  credit_lot: together("account", MONEY),
  credit_transaction: together("account", MONEY),
  credit_movement: together("account", MONEY),
  payment_order: together("account", MONEY),
  payment_event: together("payment_order", `${MONEY} The state of an order follows from all of its events.`),
  licence: together("account", MONEY),

  registration: after(
    retentionDays.unusedRegistrations,
    "the last lookup of a domain that no monitor uses",
    "Registries limit lookups, so a domain that is added again does not need a new one."
  ),
  registry_document: never("One row for each document. It is replaced."),
  mail_host_contact: after(
    retentionDays.mailHostContacts,
    "the last contact",
    "Mon connects to a mail host at most once every ten minutes."
  ),
  email_health_report: at("an hour has passed", "A cache of reports."),

  idempotent_request: after(retentionDays.idempotentResponses, "the request", "The API promises 24 hours."),
  rate_window: at("10 minutes have passed", "A window lasts a minute."),
  attempt_limit: at("a day without an attempt has passed", "Waiting times last at most an hour."),
  handled_effect: never("Mon no longer writes to it, so it stays empty."),
  job: after(retentionDays.deadJobs, "a job was abandoned", "Operators can repeat it. A job that is done is deleted."),
  worker_location: at("an hour without a sign of life has passed", "A worker announces itself every 5 s."),
  worker_heartbeat: never(ONE_ROW),
  service_pause: at("the service is resumed", ONE_ROW),
  mon_migrations: never("It says which migrations have run.")
}

const endText = ({ ends }: TableRetention): string => {
  if (ends === null) return "never"
  if (typeof ends === "string") return ends
  if ("with" in ends) return `with its \`${ends.with}\``
  return `${ends.days.toLocaleString("en-US")} ${ends.days === 1 ? "day" : "days"} after ${ends.after}`
}

/** The rows of the table in docs/operations/retention.md. */
export const retentionTable = (): ReadonlyArray<string> =>
  Object.entries(tableRetention).map(([table, entry]) => `| \`${table}\` | ${endText(entry)} | ${entry.why} |`)
