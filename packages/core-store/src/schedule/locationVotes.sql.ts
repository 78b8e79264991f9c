import { ALIVE_MS } from "../monitors/statements/liveWorkers.sql.ts"
import { domainStateCodes } from "../monitors/statements/MonitorCodes.ts"

const { down, unknown, up } = domainStateCodes

/** Most installations have one location. */
export const aliveLocations = `
select distinct location from worker_location where seen_at > mon_now() - ${ALIVE_MS} * interval '1 millisecond'`

/**
 * SQL for the votes so far and for the other live locations. Both are needed only while a change of state is being
 * confirmed.
 */
export const doubtColumns = `
    result.verdict <> ${unknown} and result.verdict = case when s.state = ${down} then ${up} else ${down} end as contrary,
    case when s.streak_started_at is not null then s.votes end as votes_before,
    case when s.streak_started_at is not null or result.verdict = case when s.state = ${down} then ${up} else ${down} end then
      (select coalesce(array_agg(a.location), '{}') from alive a where a.location <> result.location) else '{}' end as others`

/** SQL for the votes including the current result. A suppressed verdict is not a vote. */
export const votesNow = `
    case
      when verdict = ${unknown} or (votes_before is null and others = '{}') then votes_before
      when suppressed and state_before <> ${down} then coalesce(votes_before, '{}')
      else coalesce(votes_before, '{}') || jsonb_build_object(location, verdict) end`

const verdictsThat = (relation: "=" | "<>") =>
  `(select count(*) from jsonb_each_text(votes) as v(location, verdict) where v.verdict::int ${relation} case when state_before = ${down} then ${up} else ${down} end)`

/**
 * SQL for the number of locations that contradict the current state. `votesAgainst` is the number of locations that
 * confirm the current state. Without votes, only the current result counts.
 */
export const votesFor = `case when votes is null then contrary::int else ${verdictsThat("=")} end`
export const votesAgainst = `case when votes is null then (verdict <> ${unknown} and not contrary)::int else ${verdictsThat("<>")} end`
export const someUnasked =
  "exists (select 1 from unnest(others) as o(location) where not coalesce(votes ? o.location, false))"

/**
 * SQL for the location that must check next: a location that is chosen at random, preferably from the locations that
 * have not voted, but never the current location.
 */
export const askedNext = `
      case when d.undecided or (d.verdict = ${unknown} and d.votes is not null) then
        (select o.location from unnest(d.others) as o(location) order by coalesce(d.votes ? o.location, false), random() limit 1) end`

const stateNow = `case f.event when 'down' then ${down} when 'up' then ${up} else f.state_before end`

/**
 * SQL that stores the verdicts of outvoted locations as advisories. The SQL also deletes an advisory once its location
 * agrees with the majority.
 */
export const advisories = `
dissent as (
  insert into location_advisory (monitor_id, location, verdict, since, seen_at)
  select f.id, v.location, v.verdict::smallint, f.at, f.at from fenced f, jsonb_each_text(f.votes) as v(location, verdict)
  where f.verdict <> ${unknown} and not f.undecided and ${stateNow} <> ${unknown} and v.verdict::int <> ${stateNow}
  on conflict (monitor_id, location) do update set seen_at = excluded.seen_at, verdict = excluded.verdict,
    since = case when location_advisory.verdict = excluded.verdict then location_advisory.since else excluded.since end
),
reconciled as (
  delete from location_advisory a using fenced f
  where a.monitor_id = f.id and f.verdict <> ${unknown} and not f.undecided
    and ((a.location = f.location and f.verdict = ${stateNow}) or (f.event is not null and a.verdict = ${stateNow}))
    and coalesce((f.votes ->> a.location)::int, ${stateNow}) = ${stateNow}
)`
