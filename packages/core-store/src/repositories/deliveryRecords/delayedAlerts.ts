/** The longest delay of an alert after an outage of the workers. */
const MAX_DELAY_SECONDS = 300

/** SQL for whether an alert `n` is delayed: its monitor has not been checked since workers are running again. */
export const isDelayed = `exists (
      select 1 from worker_heartbeat p join monitor_schedule s on s.monitor_id = n.monitor_id
      where p.resumed_at > mon_now() - interval '${MAX_DELAY_SECONDS} seconds'
        and s.next_at is not null and coalesce(s.last_checked_at, '-infinity') < p.resumed_at
    )`
