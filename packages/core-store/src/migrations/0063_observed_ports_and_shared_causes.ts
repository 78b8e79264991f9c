import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * More evidence of causes: the ports of a silent server are asked, and monitors count that fail together in a network
 * or at name servers.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop index incident_diagnosis_unobserved`
  yield* sql`
    create index incident_diagnosis_unobserved on incident_diagnosis (incident_id)
    where observed_at is null and facts #>> '{check,outcome}' ~ '^(dns_|connect_|no_route|tls_timeout)'`
  // Those that failed before this version are over.
  yield* sql`
    update incident_diagnosis set observed_at = mon_now()
    where observed_at is null and facts #>> '{check,outcome}' ~ '^(no_route|tls_timeout)'`

  // What other monitors of the account share with a monitor, if enough of them fail. A network is a /24 or a /48, as
  // those of shared causes. Only monitors that failed at an address are known to be there.
  yield* sql`
    create function monitor_shared_features(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      with own as materialized (
        select m.account_id, s.last_address as address,
          network(set_masklen(s.last_address, case family(s.last_address) when 4 then 24 else 48 end)) as network,
          monitor_name_servers(watched) as name_servers
        from monitor m join monitor_schedule s on s.monitor_id = m.id where m.id = watched
      ), near as materialized (
        select s.last_address as address, s.state from own
        join monitor_schedule s on s.last_address between own.network
          and set_masklen(broadcast(own.network), case family(own.network) when 4 then 32 else 128 end)
        join monitor m on m.id = s.monitor_id and m.account_id = own.account_id and m.deleted_at is null
        where s.monitor_id <> watched and s.state in (1, 2)
      ), lost as materialized (
        select i.monitor_id from own join incident i on i.account_id = own.account_id and i.resolved_at is null
        where i.name_servers is not null and i.monitor_id <> watched
          and i.started_at > began_at - interval '1 day' and i.name_servers = own.name_servers
        limit 500
      )
      select jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'failing', failing, 'working', working))
      from (
        select 'address' as kind, host(own.address) as value,
          count(*) filter (where near.state = 2) as failing, count(*) filter (where near.state = 1) as working
        from own join near on near.address = own.address group by own.address
        union all
        select 'network', own.network::text,
          count(*) filter (where near.state = 2), count(*) filter (where near.state = 1)
        from own cross join near group by own.network having count(distinct near.address) filter (where near.state = 2) > 1
        union all
        select 'name_servers', max(own.name_servers), count(*), 0 from own cross join lost having count(*) > 0
      ) as feature
    $$`
  yield* sql`alter function monitor_evidence(bigint, timestamptz) rename to monitor_evidence_at_address`
  yield* sql`
    create function monitor_evidence(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      select monitor_evidence_at_address(watched, began_at) || jsonb_strip_nulls(
        jsonb_build_object('sharedWith', monitor_shared_features(watched, began_at)))
    $$`

  yield* compatibleSince(12)
})
