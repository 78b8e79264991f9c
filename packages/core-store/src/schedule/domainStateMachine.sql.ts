import {
  certificateChanged,
  certificateColumns,
  certificateFacts,
  certificateKinds,
  certificateMarkColumns,
  certificateStep,
  certificateSuspicion,
  certificateUpdates,
  certificateValues,
  isNewSight,
  storedCertificate
} from "../monitors/CertificateChecks.ts"
import { factMonitorSql, insertFacts } from "../monitors/writeFacts.ts"
import { certificateCodes, domainStateCodes } from "../monitors/statements/MonitorCodes.ts"
import { isQuarantining, quarantinedUntil, suspicionUpdates } from "../monitors/statements/suspicion.sql.ts"
import { lastErrorColumns, speedColumns, turnsSpeed } from "../monitors/statements/stoppedColumns.ts"
import { insertUnwatched, isUnwatched, unwatchedSince, verdictColumns } from "../monitors/statements/unwatched.sql.ts"
import {
  advisories,
  aliveLocations,
  askedNext,
  doubtColumns,
  someUnasked,
  votesAgainst,
  votesFor,
  votesNow
} from "./locationVotes.sql.ts"

const { down, unknown, up } = domainStateCodes

/**
 * The number of failed checks that confirm an outage of a monitor whose requests may change something. A request is
 * therefore repeated at most once.
 */
const UNSAFE_FAILURES = 2
const failuresToDown = `case when is_unsafe then least($6::int, ${UNSAFE_FAILURES}) else $6::int end`

/**
 * SQL for whether a monitor whose requests may change something waits for its regular interval: the result has no
 * verdict, leaves no doubt, or was already repeated.
 */
const isRepeatedEnough = `d.is_unsafe and (not d.undecided or 
        case when d.verdict = ${up} then d.successes_now else d.failures_now end >= ${UNSAFE_FAILURES})`

/** SQL for the facts that domains have become degraded or have recovered, for accounts that have enabled such facts. */
const speedFacts = `
  select f.speed_id as public_id, f.account_id, case when f.slow then 'degraded' else 'recovered' end as kind,
    f.id as monitor_id, null::bigint as incident_id,
    jsonb_build_object('monitor', ${factMonitorSql("f")}, 'monitorKind', 'domain', 'state', case when f.slow then 'degraded' else 'recovered' end,
      'at', mon_iso(f.at), 'responseMs', round(f.response_us / 1000.0)::int, 'degradedAfterMs', f.degraded_after_ms)
      || case when f.slow and f.content_fault is not null
        then jsonb_build_object('content', jsonb_build_object('code', f.content_fault -> 'code', 'line', f.content_fault -> 'line'))
        else '{}'::jsonb end as data
  from fenced f join account a on a.id = f.account_id
  where ${turnsSpeed("f.slow", "f")} and a.degraded_alerts`

/** The maximum number of response times that are stored per hour. Further checks are only counted. */
const RESPONSES_PER_HOUR = 512

/** SQL for whether the network of the worker that stored the facts `facts` was in doubt. */
const isInDoubt = (facts: string) => `coalesce(${facts} #>> '{network,state}' = 'in_doubt', false)`

/**
 * SQL for the columns of an incident from which the fact about the incident is made. The CTEs `opened` and `resolved`
 * return these columns.
 */
const incidentColumns = `i.id, i.public_id, i.monitor_id, i.started_at, i.resolved_at, i.trigger_status_code,
    i.resolution_status_code, i.trigger_error_code, i.trigger_error_message, i.job`

const incidentFact = `jsonb_build_object('id', i.public_id, 'startedAt', mon_iso(i.started_at), 'resolvedAt', mon_iso(i.resolved_at),
      'triggerStatusCode', i.trigger_status_code, 'resolutionStatusCode', i.resolution_status_code,
      'triggerError', case when i.trigger_error_code is not null then jsonb_build_object('code', i.trigger_error_code,
        'message', coalesce(i.trigger_error_message, i.trigger_error_code)) end)
      || case when i.job is not null then jsonb_build_object('job', i.job) else '{}'::jsonb end`

/**
 * SQL for whether the first failure of the incident was in the DNS. If so, the incident stores the name servers that
 * did not resolve the name. Otherwise, the incident stores an address.
 */
const isDnsFault = "coalesce(first_error_code, '') like 'dns\\_%'"
const incidentAddress = `case when not ${isDnsFault} and coalesce(first_error_code, '') <> 'blocked_address'
      then coalesce(address, last_address_before) end`
const incidentNameServers = `case when ${isDnsFault} then monitor_name_servers(id) end`

const transitionFacts = (relation: "opened" | "resolved", kind: "down" | "up") => `
  select f.notification_id as public_id, f.account_id, '${kind}' as kind, f.id as monitor_id, i.id as incident_id,
    jsonb_build_object('monitor', ${factMonitorSql("f")}, 'incident', ${incidentFact}) as data
  from ${relation} i join fenced f on f.id = i.monitor_id`

/**
 * The state machine of domains, and all other changes by a batch of results, in one statement. The CTE `fenced`
 * contains only results that count: their lease has not expired, and their monitor is live. The statement writes states
 * and the votes of several locations, history, incidents, periods of each state, unwatched time, the roll-up of the
 * current hour, changed facts, and notifications. `test/specification` contains these rules as pure functions, and
 * property tests compare the functions with the statement. Parameters: $1 the results as JSON text; $2 retryUnknownMs,
 * $3 confirmMs, $4 downMs, $5 faultMs, $6 failuresToDown, $7 deterministicFailuresToDown, $8 successesToUp.
 */
export const domainStateMachine = `
with result as materialized (
  select * from jsonb_to_recordset($1::text::jsonb) as r(
    id bigint, token uuid, at timestamptz, verdict smallint, deterministic boolean, suppressed boolean, status_code smallint,
    error_code text, error_message text, response_us integer, dns_us integer, connect_us integer, tls_us integer,
    wait_us integer, download_us integer, location text, slow boolean, has_content boolean, content_fault jsonb, content_memory jsonb, address inet, incident_id uuid, notification_id uuid, speed_id uuid, redirect jsonb, evidence jsonb, bucket smallint, suspicion text, final boolean, due_at timestamptz, claimed_due_at timestamptz, job jsonb,
    ${certificateMarkColumns})
),
alive as materialized (${aliveLocations}
),
-- each result with the state before it (*_before), and the counts that include it (*_now)
with_memory as materialized (
  select result.*, s.state as state_before, s.is_unsafe, s.is_degraded, s.speed_streak, s.interval_ms, s.phase, s.failures, s.deterministic_failures, s.successes,
    s.failures + 1 as failures_now,
    case when result.deterministic then s.deterministic_failures + 1 else 0 end as deterministic_now,
    s.successes + 1 as successes_now, s.last_address as last_address_before,${doubtColumns},
    s.hour_at as hour_before, s.hour_checks as hour_checks_before, s.hour_up as hour_up_before, s.hour_down as hour_down_before,
    s.hour_response as hour_response_before, date_bin('1 hour', result.at, '2000-01-01 00:00:00Z') as hour_now,
    coalesce(f.ssl_state, ${certificateCodes.good}) as ssl_state_before,
    (result.ssl is not null and result.ssl is distinct from f.ssl) or ${isNewSight("result", "f")} as other_ssl,
    result.redirect is not null and result.redirect is distinct from f.redirect as other_redirect,
    f.content_fault as content_before,
    (result.has_content and result.content_fault is distinct from f.content_fault) or result.content_memory is not null as other_content,
    coalesce(s.streak_started_at, result.at) as since,
    case when result.verdict <> ${unknown} and ${isUnwatched("s", "result.at")} then ${unwatchedSince("s")} end as unwatched_since,
    case when s.streak_started_at is null then result.status_code else s.streak_status_code end as first_status_code,
    case when s.streak_started_at is null then result.error_code else s.streak_error_code end as first_error_code,
    case when s.streak_started_at is null then result.error_message else s.streak_error_message end as first_error_message
  from result join monitor_schedule s on s.monitor_id = result.id and s.lease_token = result.token
  left join monitor_facts f on f.monitor_id = result.id
),
voted as materialized (
  select with_memory.*, ${votesNow} as votes from with_memory
),
-- the decision of the locations: the majority of those that checked; on a tie, one that has not checked must check next
judged as materialized (
  select voted.*, contradicting > agreeing as contradicted,
    verdict <> ${unknown} and (agreeing > contradicting or (agreeing = contradicting and not ${someUnasked})) as settled
  from voted, lateral (select ${votesFor} as contradicting, ${votesAgainst} as agreeing) as count
),
decided as materialized (
  select *, verdict <> ${unknown} and event is null and not settled and not final as undecided,
    case when event = 'up' and state_before = ${unknown} then at else since end as state_since from (
    select judged.*, case
      when final and verdict in (${up}, ${down}) then case when verdict <> state_before then case verdict when ${up} then 'up' else 'down' end end
      when verdict = ${down} and state_before <> ${down} and not suppressed and contradicted and (failures_now >= ${failuresToDown} or deterministic_now >= $7::int) then 'down'
      when verdict = ${up} and state_before = ${unknown} and settled then 'up'
      when verdict = ${up} and state_before = ${down} and contradicted and successes_now >= $8::int then 'up'
      end as event,
      hour_before is not distinct from hour_now as same_hour,
      case when suppressed then ${unknown} else verdict end as recorded_verdict,
      ${certificateSuspicion} as suspicious
    from judged
  ) as x
),
-- the fence: drops results whose lease was taken over, released or cleared, even after the rows above were read
fenced as (
  update monitor_schedule s set
    state = case d.event when 'down' then ${down} when 'up' then ${up} else s.state end,
    failures = case
      when d.undecided and d.verdict = ${down} and d.state_before <> ${down} then least(d.failures_now, 32767)
      when d.undecided or d.verdict = ${unknown} then s.failures
      else 0 end,
    deterministic_failures = case
      when d.undecided and d.verdict = ${down} and d.state_before <> ${down} then least(d.deterministic_now, 32767)
      when d.undecided or d.verdict = ${unknown} then s.deterministic_failures
      else 0 end,
    successes = case
      when d.undecided and d.verdict = ${up} and d.state_before = ${down} then d.successes_now
      when d.undecided or d.verdict = ${unknown} then s.successes
      else 0 end,
    streak_started_at = case when d.verdict = ${unknown} then s.streak_started_at when d.undecided then d.since end,
    streak_status_code = case when d.verdict = ${unknown} then s.streak_status_code when d.undecided then d.first_status_code end,
    streak_error_code = case when d.verdict = ${unknown} then s.streak_error_code when d.undecided and d.state_before <> ${down} then d.first_error_code end,
    streak_error_message = case when d.verdict = ${unknown} then s.streak_error_message when d.undecided and d.state_before <> ${down} then d.first_error_message end,
    votes = case when d.undecided or d.verdict = ${unknown} then d.votes end,
    next_location =${askedNext},
    next_at = case when d.final then case when date_trunc('milliseconds', s.next_at) = d.claimed_due_at then d.due_at else s.next_at end
      else least(case when d.suspicious and not d.is_unsafe then mon_now() + least(d.interval_ms / 2.0, $3::int) * interval '1 millisecond' end, case
      when ${isQuarantining("d.suspicion")} then ${quarantinedUntil("d.interval_ms")}
      when ${isRepeatedEnough} then next_on_grid(d.interval_ms, d.phase, mon_now())
      when d.verdict = ${unknown} then mon_now() + least(d.interval_ms / 2.0, $5::int) * interval '1 millisecond'
      when d.event = 'down' or (d.state_before = ${down} and d.event is null and not d.undecided) then next_on_grid(least(d.interval_ms, $4::bigint), d.phase, mon_now())
      when d.state_before = ${unknown} and d.event is null then mon_now() + least(d.interval_ms / 2.0, $2::int) * interval '1 millisecond'
      when d.undecided then mon_now() + least(d.interval_ms / 2.0, $3::int) * interval '1 millisecond'
      else next_on_grid(d.interval_ms, d.phase, mon_now()) end) end,
    lease_until = null,
    lease_token = null,${suspicionUpdates("d.suspicion")},${verdictColumns("s", `d.verdict = ${unknown}`)},${speedColumns("d.slow", "s", `d.verdict = ${down}`)},
    last_checked_at = d.at,
    last_address = case when d.verdict = ${down} or s.last_address is null then coalesce(d.address, s.last_address) else s.last_address end,
    last_status_code = case when d.verdict = ${unknown} then s.last_status_code else d.status_code end,
    last_response_us = case when d.verdict = ${unknown} then s.last_response_us else d.response_us end,${lastErrorColumns(
      {
        isUnmade: `d.verdict = ${unknown}`,
        hasFailed: `s.state = ${down}`,
        code: "d.error_code",
        message: "d.error_message"
      }
    )},
    status_changed_at = case when d.event is null then s.status_changed_at else d.state_since end,
    hour_at = d.hour_now,
    hour_checks = case when d.same_hour then least(s.hour_checks, 32766) else 0 end + 1,
    hour_up = case when d.same_hour then least(s.hour_up, 32766) else 0 end + (d.recorded_verdict = ${up})::int,
    hour_down = case when d.same_hour then least(s.hour_down, 32766) else 0 end + (d.recorded_verdict = ${down})::int,
    hour_response = case when not d.same_hour then array_remove(array[d.bucket], null)
      when d.bucket is null or cardinality(s.hour_response) >= ${RESPONSES_PER_HOUR} then s.hour_response
      else s.hour_response || d.bucket end
  from decided d join monitor m on m.id = d.id
  where s.monitor_id = d.id and s.lease_token = d.token and m.deleted_at is null and m.paused_at is null
  returning d.*, m.account_id, m.public_id, m.name, m.url, m.degraded_after_ms
),
history as (
  insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, dns_us, connect_us, tls_us,
    wait_us, download_us, location, error_code, error_message)
  select id, at, recorded_verdict, status_code, response_us, dns_us, connect_us, tls_us, wait_us,
    download_us, location, error_code, error_message
  from fenced
  on conflict (monitor_id, checked_at) do nothing
),
past_hour as (
  insert into check_hour (monitor_id, hour, checks, up, down, response)
  select id, hour_before, hour_checks_before, hour_up_before, hour_down_before, hour_response_before
  from fenced where not same_hour and hour_before is not null
  on conflict (monitor_id, hour) do update set checks = check_hour.checks + excluded.checks, up = check_hour.up + excluded.up,
    down = check_hour.down + excluded.down, response = check_hour.response || excluded.response
),
period as (
  insert into status_period (monitor_id, since, state)
  select id, state_since, case event when 'up' then ${up} else ${down} end from fenced where event is not null
  on conflict (monitor_id, since) do update set state = excluded.state
),
unwatched as (${insertUnwatched("select id, unwatched_since, at from fenced where unwatched_since < at")}
),
opened as (
  insert into incident as i (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_status_code,
    trigger_error_code, trigger_error_message, job, address, name_servers)
  select incident_id, account_id, id, since, at, first_status_code, first_error_code, first_error_message, job,
    ${incidentAddress}, ${incidentNameServers}
  from fenced where event = 'down'
  on conflict (monitor_id) where resolved_at is null do nothing
  returning ${incidentColumns}
),
-- an incident and the facts about its cause are stored together, so that its alert never waits for them
diagnosed as (
  insert into incident_diagnosis (incident_id, facts)
  select o.id, f.evidence || monitor_evidence(f.id, f.since) from opened o join fenced f on f.id = o.monitor_id
  where jsonb_typeof(f.evidence) = 'object'
),
-- A failure of another kind is new evidence; the same one again is none, unless more is known about the worker's own
-- network. A check whose network is in doubt says nothing, and neither does what was asked over such a network.
rediagnosed as (
  update incident_diagnosis d set changed_at = mon_now(),
    observed_at = case when ${isInDoubt("d.facts")} then null else d.observed_at end,
    facts = case when ${isInDoubt("d.facts")}
        then d.facts - 'otherPorts' - 'dns' || jsonb_strip_nulls(jsonb_build_object('dns',
          case when d.facts #> '{dns,changes}' is not null then jsonb_build_object('changes', d.facts #> '{dns,changes}') end))
        else d.facts end
      - 'page' - 'addresses' - 'certificate' - 'network' || f.evidence
  from fenced f join incident i on i.monitor_id = f.id and i.resolved_at is null
  where d.incident_id = i.id and f.state_before = ${down} and f.verdict = ${down} and jsonb_typeof(f.evidence) = 'object'
    and not ${isInDoubt("f.evidence")}
    and ((d.facts #>> '{check,outcome}', d.facts #>> '{check,statusCode}')
        is distinct from (f.evidence #>> '{check,outcome}', f.evidence #>> '{check,statusCode}')
      or ${isInDoubt("d.facts")}
      or (not d.facts ? 'network' and f.evidence #>> '{network,state}' = 'ok'))
),
resolved as (
  update incident i set resolved_at = greatest(f.since, i.started_at), closed_at = f.at, resolution = 'recovered',
    resolution_status_code = f.first_status_code
  from fenced f where i.monitor_id = f.id and i.resolved_at is null and f.event = 'up' and f.state_before = ${down}
  returning ${incidentColumns}
),
${advisories},
-- results that may change a stored fact; nearly all results do not
changed as materialized (
  select d.id, d.account_id, d.public_id, d.name, d.url, d.at, d.location, d.ssl, d.ssl_valid, d.ssl_fingerprint, d.ssl_problem, d.ssl_threshold,
    d.redirect, d.other_redirect, d.has_content, d.content_fault, d.content_before, d.content_memory, d.other_content, ${storedCertificate}
  from fenced d left join monitor_facts f on f.monitor_id = d.id
  where d.other_ssl or d.other_redirect or d.other_content
    or (d.ssl is not null and (not d.ssl_valid or d.ssl_state_before <> ${certificateCodes.good} or d.ssl_threshold is not null))
),
${certificateStep("changed")},
new_facts as (
  ${transitionFacts("opened", "down")}
  union all
  ${transitionFacts("resolved", "up")}
  union all
  ${certificateFacts}
  union all
  ${speedFacts}
),
notified as (
  ${insertFacts("new_facts", ["down", "up", "degraded", "recovered", ...certificateKinds])}
  returning 1
),
facts as (
  insert into monitor_facts (monitor_id, redirect, content_fault, content_memory, ${certificateColumns})
  select c.id, c.redirect, case when c.has_content then c.content_fault else c.content_before end, c.content_memory, ${certificateValues} from certificate c
  where ${certificateChanged} or c.other_redirect or c.other_content
  on conflict (monitor_id) do update set redirect = coalesce(excluded.redirect, monitor_facts.redirect),
    content_fault = excluded.content_fault, content_memory = coalesce(excluded.content_memory, monitor_facts.content_memory),
    ${certificateUpdates}
)
select (select count(*)::int from fenced) as accepted, (select count(*)::int from opened) as opened,
  (select count(*)::int from resolved) as resolved, (select count(*)::int from notified) as notified,
  (select coalesce(jsonb_agg(token), '[]'::jsonb) from fenced) as tokens`
