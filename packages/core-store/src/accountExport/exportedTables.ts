export interface ExportedTable {
  /** The condition for the rows of the account `$1` in the table `t`. */
  readonly where: string
  /** The columns that contain secrets, whose values are exported as `***`. */
  readonly masked?: ReadonlyArray<string>
  /** The columns that have no meaning outside the database, such as leases. */
  readonly omitted?: ReadonlyArray<string>
  /** Whether a single row may be several megabytes large. */
  readonly isWide?: true
}

const account = "t.account_id = $1::bigint"
const among = (column: string, table: string, where = "account_id = $1::bigint"): string =>
  `t.${column} in (select id from ${table} where ${where})`
const page = among("page_id", "status_page")
const inPage = "page_id in (select id from status_page where account_id = $1::bigint)"
const monitor = among("monitor_id", "monitor")
const owner = `t.user_id in (select user_id from membership
  where account_id = $1::bigint and role = 'owner' and removed_at is null)`

/** The owner exports the account, so the export contains only the owner's own channels and rules. */
const ownerMembership = `select id from membership where account_id = $1::bigint and role = 'owner' and removed_at is null`
const ownOrShared = (column: string): string => `(${column} is null or ${column} in (${ownerMembership}))`

const ofMember = `(${among("membership_id", "membership")} or ${among("invite_id", "team_invite")})`

const leases = ["lease_until", "lease_token"]

export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  account: { where: "t.id = $1::bigint" },
  account_branding: { where: account, isWide: true },
  app_user: {
    where: "t.id in (select user_id from membership where account_id = $1::bigint)",
    masked: ["password_hash"]
  },
  user_setting: { where: owner },
  linked_identity: { where: owner },
  membership: { where: account },
  team_invite: { where: account, masked: ["token_hash"] },
  invite_access: { where: among("invite_id", "team_invite") },
  domain_access: { where: among("membership_id", "membership") },
  url_access: { where: ofMember },
  tag_access: { where: ofMember },
  api_key: { where: among("membership_id", "membership"), masked: ["hash"] },
  audit_entry: { where: account, isWide: true },
  email_suppression: { where: account },
  config_key: { where: account, isWide: true },
  monitor: { where: account },
  heartbeat: { where: monitor },
  heartbeat_token: { where: monitor, masked: ["hash", "sealed"] },
  heartbeat_ping: { where: monitor, isWide: true },
  ping_key: { where: account, masked: ["hash", "sealed"] },
  monitor_schedule: { where: monitor, omitted: leases },
  monitor_facts: { where: monitor },
  monitor_tag: { where: monitor },
  monitor_registration: { where: monitor },
  certificate_schedule: { where: monitor, omitted: leases },
  email_health_schedule: { where: monitor, omitted: leases },
  dns_watch: { where: monitor, omitted: leases, isWide: true },
  service_proof: { where: monitor, omitted: leases },
  host_proof: { where: account, omitted: leases },
  cc_email_author: { where: monitor },
  tag: { where: account },
  location_advisory: { where: monitor },
  monitor_change: { where: monitor },
  marker: { where: account },
  repair: { where: account, isWide: true },
  check_history: { where: monitor },
  check_hour: { where: monitor },
  check_day: { where: monitor },
  email_health_history: { where: monitor },
  status_period: { where: monitor },
  unwatched_period: { where: monitor },
  maintenance_window: { where: account },
  maintenance_monitor: { where: monitor },
  maintenance_tag: { where: among("tag_id", "tag") },
  maintenance_occurrence: { where: account },
  maintenance_period: { where: monitor },
  incident: { where: account },
  incident_diagnosis: { where: among("incident_id", "incident"), isWide: true },
  incident_repair: { where: account },
  shared_cause: { where: account },
  shared_cause_incident: { where: among("incident_id", "incident") },
  dns_change: { where: monitor, isWide: true },
  url_page: { where: monitor, omitted: ["image_rows"], isWide: true },
  url_change: { where: account, isWide: true },
  url_screenshot: { where: account },
  notification: { where: account, isWide: true },
  notification_delivery: { where: account, omitted: leases },
  delivery_attempt: { where: among("delivery_id", "notification_delivery") },
  parent_suppression: { where: among("notification_id", "notification") },
  webhook: { where: account, masked: ["secret"] },
  alert_channel: { where: `${account} and ${ownOrShared("t.membership_id")}`, masked: ["settings"] },
  own_channel: {
    where: `t.channel_id in (select c.id from alert_channel c where c.account_id = $1::bigint
      and c.membership_id in (${ownerMembership}))`,
    masked: ["code_signature"]
  },
  contact_rules: { where: `t.membership_id in (${ownerMembership})` },
  alert_source: { where: account, masked: ["token_hash"] },
  alert_route: { where: account },
  alert_route_monitor: { where: monitor },
  alert_route_tag: { where: among("tag_id", "tag") },
  alert_route_step: { where: among("route_id", "alert_route") },
  alert_route_target: { where: among("route_id", "alert_route") },
  alert_route_on_call: { where: among("route_id", "alert_route") },
  alert_route_fallback: { where: among("route_id", "alert_route") },
  on_call_schedule: { where: account },
  on_call_calendar: { where: among("membership_id", "membership"), masked: ["public_id"] },
  on_call_override: { where: among("schedule_id", "on_call_schedule") },
  on_call_request: { where: among("schedule_id", "on_call_schedule") },
  scheduled_report: { where: account },
  scheduled_report_recipient: { where: among("report_id", "scheduled_report") },
  report_recipient: { where: account },
  whatsapp_contact: { where: account, masked: ["code_signature"] },
  status_page: { where: account, masked: ["password_hash"], isWide: true },
  status_page_host: { where: account },
  status_group: { where: page },
  status_component: { where: page },
  status_component_monitor: { where: monitor },
  status_component_tag: { where: among("tag_id", "tag") },
  status_post: { where: page },
  status_post_component: { where: among("post_id", "status_post", inPage) },
  status_update: { where: among("post_id", "status_post", inPage), isWide: true },
  status_update_component: {
    where: `t.update_id in (select u.id from status_update u join status_post p on p.id = u.post_id where p.${inPage})`
  },
  status_page_incident: { where: page },
  status_subscriber: { where: page, masked: ["secret", "confirm_hash"] },
  status_subscriber_component: { where: among("subscriber_id", "status_subscriber", inPage) },
  status_delivery: { where: page, omitted: ["lease_token"] },
  simulation: { where: account, omitted: leases, isWide: true },
  simulation_csv: { where: among("simulation_id", "simulation"), isWide: true },
  credit_lot: { where: account },
  credit_transaction: { where: account },
  credit_movement: { where: among("transaction_id", "credit_transaction") },
  payment_order: { where: account, masked: ["checkout_url", "session_id"] },
  payment_event: { where: "t.order_id in (select public_id from payment_order where account_id = $1::bigint)" },
  licence: { where: account }
}

const SIGN_IN = "How people sign in. The data is secret, or has no meaning outside the service."
const SHARED = "Public facts that are shared by all accounts."
const RUNNING = "The state of work that is running."
const SERVICE = "The table belongs to the service and not to an account."

/** The tables that an export does not contain, each with the reason. */
export const notExported: Readonly<Record<string, string>> = {
  user_session: SIGN_IN,
  second_factor: SIGN_IN,
  recovery_code: SIGN_IN,
  one_time_link: SIGN_IN,
  share_challenge: SIGN_IN,
  share_wrong_code: SIGN_IN,
  url_seen: "Which changes each person has seen.",
  change_seen: "Which changes each person has seen.",
  event_stream: RUNNING,
  config_plan: "A file that is waiting to be applied. It contains secrets, and is deleted after 15 minutes.",
  idempotent_request: RUNNING,
  alert_due: RUNNING,
  contact_due: RUNNING,
  alert_window: RUNNING,
  alert_message: RUNNING,
  maintenance_waiting: RUNNING,
  shared_cause_burst: RUNNING,
  state_announcement: RUNNING,
  whatsapp_slot: RUNNING,
  status_signup: "The table contains only hashes.",
  released_slug: "The table contains only hashes of addresses that status pages once had.",
  refused_address: "The table contains only hashes. The account shows which of its addresses reject emails.",
  status_page_export: "Which folder contains a copy of a status page.",
  page_text: "Compressed text of pages. The changes contain the lines that differ.",
  blob: "The table does not belong to an account. The images are files in the archive.",
  blob_bytes: "The images are files in the archive.",
  email_outbox: "Emails that are waiting for a mail server. They are encrypted.",
  domain_fact: SHARED,
  registration: SHARED,
  registry_document: SHARED,
  mail_host_contact: SHARED,
  email_health_report: SHARED,
  rate_window: SERVICE,
  attempt_limit: SERVICE,
  handled_effect: SERVICE,
  job: "Emails and codes that are about to be sent. They are encrypted.",
  worker_location: SERVICE,
  ping_reception: SERVICE,
  worker_heartbeat: SERVICE,
  service_pause: SERVICE,
  service_targets: SERVICE,
  mon_migrations: SERVICE
}
