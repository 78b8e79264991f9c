import type { Repair, TimelineEventKind } from "@mon/model"
import { isOfKind } from "../../monitors/statements/MonitorCodes.ts"
import { acknowledgedByName } from "../../monitors/statements/stoppedColumns.ts"

export type ComputedKind = "response_step"

// The parameters that every source of events can use. Times are microseconds since the epoch.
const MONITOR = "$1::bigint"
const ACCOUNT = "$2::bigint"
const HOST = "$3::text"
const SEES_URLS = "$4::boolean"
const DOMAIN = "$5::text"
const time = (parameter: string) => `('epoch'::timestamptz + ${parameter}::float8 * interval '1 microsecond')`
const FROM = time("$6")
const LATEST = time("$7")

/** SQL that gives every parameter its type, even if the sources in a statement do not use all parameters. */
export const PARAMETERS = `select ${MONITOR}, ${ACCOUNT}, ${HOST}, ${SEES_URLS}, ${DOMAIN}, $6::float8, $7::float8, $8::float8, $9::int`

const change = (kind: string) => `
  select c.at, c.id as key, jsonb_build_object('changes', c.changes) as data
  from monitor_change c where c.monitor_id = ${MONITOR} and c.kind = '${kind}'`

const incident = (at: string, data: string, joined = "") => `
  select i.${at} as at, i.id as key, jsonb_build_object('subjectId', i.public_id, ${data}) as data
  from incident i ${joined}
  where i.monitor_id = ${MONITOR} and i.${at} is not null and (i.resolved_at is null or i.resolved_at >= ${FROM})`

/**
 * SQL for the complete email health results, each with the previous result. The query begins a week before the
 * timeline, so that the first result of the timeline has a previous result.
 */
const reports = (columns: string) => `
  select h.checked_at as at, ${columns} from email_health_history h
  where h.monitor_id = ${MONITOR} and not h.incomplete and h.checked_at >= ${FROM} - interval '7 days'
  window earlier as (order by h.checked_at)`

const listed = (names: string) => `nullif(left(array_to_string(${names}, ', '), 1000), '')`

/** The smallest change of the score that counts as an event, in points. */
const POINTS = 5

/**
 * SQL for the events in which repairs of findings (with even keys) and of incidents (with odd keys) reach the step
 * `step`.
 */
const repaired = (step: Repair["steps"][number]["step"], ofIncidents?: string) => `
  select (s ->> 'at')::timestamptz as at, r.id * 2 as key,
    jsonb_build_object('subjectId', r.public_id, 'code', r.code, 'text', r.message) as data
  from repair r, jsonb_array_elements(r.steps) s
  where r.monitor_id = ${MONITOR} and s ->> 'step' = '${step}'${ofIncidents === undefined ? "" : repairedIncidents(ofIncidents)}`

const repairedIncidents = (source: string) => `
  union all
  select r.at, r.incident_id * 2 + 1, jsonb_build_object('subjectId', i.public_id, 'code', r.cause,
    'incident', i.id::text, 'by', coalesce(u.name, u.email)) as data
  from (${source}) r join incident i on i.id = r.incident_id
  left join app_user u on u.id = r.person where r.cause is not null`

/**
 * SQL for whether an incident ended by a repair: a person reported the repair, or the records at the servers were
 * verified.
 */
const isRepair = (table: string) => `(${table}.reported_at is not null or ${table}.answers ->> 'state' = 'verified')`

/**
 * SQL for the repairs of incidents. The recovery of an incident is already an event, so only repairs by a person or by
 * a change of records are included.
 */
const incidentRepairs = (at: string, where: string, person = "null::bigint") => `
  select r.${at} as at, r.incident_id, r.cause, ${person} as person from incident_repair r
  where r.monitor_id = ${MONITOR} and r.${at} is not null and ${where}`

/**
 * The SQL that selects the events of each stored kind. The columns are the time, a whole number that distinguishes
 * events at the same time, and the data.
 */
const eventSources: Readonly<Record<Exclude<TimelineEventKind, ComputedKind>, string>> = {
  incident_opened: incident("started_at", "'code', i.trigger_error_code, 'text', i.trigger_error_message"),
  incident_confirmed: incident("confirmed_at", "'incident', i.id::text"),
  incident_closed: incident("resolved_at", "'code', i.resolution"),
  acknowledged: incident(
    "acknowledged_at",
    `'text', i.acknowledgement_note, 'by', ${acknowledgedByName("i", "w")}`,
    "left join app_user w on w.id = i.acknowledged_by"
  ),
  // Occurrences of windows that are over are stored as periods.
  maintenance: `
  select x.since as at, x.window_id as key,
    jsonb_build_object('subjectId', w.public_id, 'text', w.name, 'until', mon_iso(max(x.until))) as data
  from (
    select p.window_id, p.since, p.until from maintenance_period p where p.monitor_id = ${MONITOR} and p.until >= ${FROM}
    union all
    select o.window_id, o.since, o.until from maintenance_occurrences(${MONITOR}, ${FROM}, mon_now()) o
  ) x join maintenance_window w on w.id = x.window_id
  where x.since <= mon_now()
  group by x.since, x.window_id, w.public_id, w.name`,
  marker: `
  select k.at, k.id as key,
    jsonb_build_object('subjectId', k.public_id, 'text', k.text, 'link', k.link, 'by', coalesce(u.name, u.email)) as data
  from marker k left join app_user u on u.id = k.created_by where k.monitor_id = ${MONITOR}`,
  // Only the names of fields are included, because only people who may read the audit log may see the values.
  monitor_edited: `
  select e.at, e.id as key, jsonb_build_object('code', e.action, 'by', coalesce(e.email, e.key_name), 'changes', (
    select jsonb_agg(jsonb_build_object('field', f)) from jsonb_path_query(e.changes, '$[*].field') f)) as data
  from audit_entry e
  where e.account_id = ${ACCOUNT} and e.target = ${DOMAIN} and e.finished_at is not null and e.expires_at > mon_now()
    and e.action in ('domains.create', 'domains.update', 'domains.pause', 'domains.resume', 'domains.setTags')
  union all
  select e.at, e.id, jsonb_build_object('code', 'domains.update', 'by', coalesce(e.email, e.key_name), 'changes', (
    select jsonb_agg(jsonb_build_object('field', f)) from unnest(e.fields) f))
  from audit_entry e
  where e.account_id = ${ACCOUNT} and e.targets @> array[${DOMAIN}] and e.finished_at is not null
    and e.expires_at > mon_now() and e.action = 'domains.bulkUpdate'`,
  dns_changed: `
  select c.detected_at as at, c.id as key, jsonb_build_object('subjectId', c.public_id, 'changes', (
    select jsonb_agg(jsonb_build_object('field', concat_ws(' ', one.type, one.name), 'before', mon_shown(one.removed),
      'after', mon_shown(one.added))) from jsonb_to_recordset(c.changes) as one(type text, name text, added jsonb, removed jsonb))) as data
  from dns_change c where c.monitor_id = ${MONITOR}`,
  certificate_changed: change("certificate"),
  registration_changed: change("registration"),
  redirect_changed: change("redirect"),
  page_changed: `
  select c.detected_at as at, c.id as key,
    jsonb_build_object('subjectId', c.public_id, 'urlId', u.public_id, 'text', c.summary) as data
  from monitor u join url_change c on c.monitor_id = u.id
  where ${SEES_URLS} and u.account_id = ${ACCOUNT} and ${isOfKind("u", "url")} and u.hostname = ${HOST}
    and u.deleted_at is null`,
  // Scores and grades are compared only between results under one version of the rubric.
  email_health_changed: `
  select x.at, 0 as key, jsonb_build_object('changes', jsonb_build_array(
    jsonb_build_object('field', 'grade', 'before', x.old_grade, 'after', x.grade),
    jsonb_build_object('field', 'score', 'before', x.old_score::text, 'after', x.score::text))) as data
  from (${reports(`h.grade, h.score, h.rubric_version, lag(h.grade) over earlier as old_grade,
    lag(h.score) over earlier as old_score, lag(h.rubric_version) over earlier as old_version`)}) x
  where x.rubric_version is not distinct from x.old_version and x.old_grade is not null
    and (x.grade <> x.old_grade or abs(x.score - x.old_score) >= ${POINTS})`,
  listings_changed: `
  select x.at, 0 as key, jsonb_build_object('changes', jsonb_build_array(jsonb_build_object('field', 'listings',
    'before', ${listed("x.old_listings")}, 'after', ${listed("x.listings")}))) as data
  from (${reports("h.listings, lag(h.listings) over earlier as old_listings")}) x
  where not (x.listings @> x.old_listings and x.listings <@ x.old_listings)`,
  location_advisory: `
  select c.at, c.id as key,
    jsonb_build_object('text', c.changes -> 0 ->> 'field', 'code', c.changes -> 0 ->> 'after') as data
  from monitor_change c where c.monitor_id = ${MONITOR} and c.kind = 'location_advisory'`,
  repair_applied: repaired("applied", incidentRepairs("applied_at", "r.reported_at is not null", "r.reported_by")),
  repair_verified: repaired("verified"),
  repair_closed: repaired("closed", incidentRepairs("closed_at", isRepair("r"))),
  repair_reopened: repaired(
    "reopened",
    incidentRepairs(
      "opened_at",
      `r.returned > 0 and exists (
    select from incident_repair e where e.incident_id = r.returned_from and ${isRepair("e")})`
    )
  )
}

export const newestOf = (kind: Exclude<TimelineEventKind, ComputedKind>, rank: number, keyBound: string): string => `
  (select ${rank}::int as rank, (extract(epoch from s.at) * 1000000)::float8 as at, s.key::float8 as key, s.data
  from (${eventSources[kind]}) s
  where s.at >= ${FROM} and s.at <= ${LATEST} and (s.at < ${LATEST} or s.key::float8 < ${keyBound})
  order by s.at desc, s.key desc limit $9::int)`
