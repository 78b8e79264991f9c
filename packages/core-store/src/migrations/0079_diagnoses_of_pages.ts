import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** What the causes of failed checks of pages rest on. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `DiagnosisFacts` of @mon/diagnosis about the last failed check. Null: the last check passed, or nothing is known.
  yield* sql`alter table url_page add column diagnosis_facts jsonb`
  // Edits of pages are evidence, like those of domains.
  yield* sql`
    create or replace function monitor_evidence_of_registered(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      select monitor_observations(watched, began_at) || jsonb_strip_nulls(jsonb_build_object(
        'deployments', (select jsonb_agg(jsonb_build_object('at', mon_iso(x.at), 'name', x.text)) from (
            select at, text from marker where monitor_id = watched and at between began_at - interval '1 day' and began_at
            order by at desc, id desc limit 20) x),
        'edits', (select jsonb_agg(jsonb_build_object('at', mon_iso(x.at), 'fields', x.fields)) from (
            select y.at, y.fields from (
              select e.at, jsonb_path_query_array(e.changes, '$[*].field') as fields
              from monitor m join audit_entry e on e.account_id = m.account_id and e.target = m.public_id::text
              where m.id = watched and e.action in ('domains.update', 'domains.pause', 'domains.resume',
                  'urls.update', 'urls.pause', 'urls.resume')
                and e.finished_at is not null and e.at between began_at - interval '1 day' and began_at
              union all
              select e.at, to_jsonb(e.fields)
              from monitor m join audit_entry e on e.account_id = m.account_id and e.targets @> array[m.public_id::text]
              where m.id = watched and e.action in ('domains.bulkUpdate', 'urls.bulkUpdate')
                and e.finished_at is not null and e.at between began_at - interval '1 day' and began_at
            ) y order by y.at desc limit 20) x)
      ))
    $$`
  yield* compatibleSince(12)
})
