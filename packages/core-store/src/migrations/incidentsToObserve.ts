import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Adds the column that says whether the servers of an incident must be queried. Workers search for such incidents every
 * second. Before, they read the facts of all incidents, because PostgreSQL has no statistics about parts of JSON. The
 * trigger also covers incidents that an earlier program writes.
 */
export const incidentsToObserve = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    alter table incident_diagnosis add column is_to_observe boolean not null default false;

    -- The name could not be resolved, the connection failed, the check used IPv6, or a host answered no ping.
    create function mark_incident_to_observe() returns trigger language plpgsql as $$
    begin
      new.is_to_observe := new.observed_at is null and coalesce(
        new.facts #>> '{check,outcome}' ~ '^(dns_|connect_|no_route|tls_timeout)'
        or new.facts #>> '{check,address}' like '%:%'
        or new.facts #>> '{target,url}' like 'icmp:%', false);
      return new;
    end $$;
    create trigger incident_is_to_observe before insert or update on incident_diagnosis for each row
    execute function mark_incident_to_observe();

    update incident_diagnosis set is_to_observe = true
    where observed_at is null and facts #>> '{check,outcome}' ~ '^(dns_|connect_|no_route|tls_timeout)';

    drop index incident_diagnosis_unobserved;
    create index incident_diagnosis_to_observe on incident_diagnosis (incident_id) where is_to_observe;
  `)
  yield* compatibleSince(38)
})
