/**
 * Inserts an open request to take over a shift tomorrow. Parameters: the public id of the schedule, and those of the
 * memberships of the asker and of the person who is asked. Returns the `id`.
 */
export const TAKE_OVER_REQUEST = `
  insert into on_call_request (public_id, schedule_id, membership_id, asked_id, starts_at, ends_at)
  select gen_random_uuid(), s.id, asker.id, asked.id, mon_now() + interval '1 day', mon_now() + interval '2 days'
  from on_call_schedule s, membership asker, membership asked
  where s.public_id = $1::uuid and asker.public_id = $2::uuid and asked.public_id = $3::uuid
  returning public_id::text as id`
