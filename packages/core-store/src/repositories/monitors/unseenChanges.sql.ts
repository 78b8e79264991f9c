import { unseenChangesShown } from "@mon/model"

/**
 * A relation with the columns monitor_id and unseen: how many changes of each URL monitor of a relation with an id a
 * person has not seen. Monitors without any are left out. Counting stops at the number that is shown.
 */
export const unseenChanges = (monitors: string, user: string): string => `
  select p.monitor_id, least(newer.n + coalesce(older.n, 0), ${unseenChangesShown})::int as unseen
  from ${monitors} v join url_page p on p.monitor_id = v.id and p.change_count > 0
  left join url_seen w on w.user_id = ${user}::bigint and w.monitor_id = p.monitor_id
  cross join lateral (
    select count(*) as n from (
      select from url_change c where c.monitor_id = p.monitor_id and c.id > coalesce(w.through, 0)
        and not exists (select from change_seen s where s.user_id = ${user}::bigint and s.change_id = c.id and s.is_seen)
      limit ${unseenChangesShown}
    ) unseen
  ) newer
  left join (
    select c.monitor_id, count(*) as n
    from change_seen s join url_change c on c.id = s.change_id
    join url_seen w on w.user_id = s.user_id and w.monitor_id = c.monitor_id and c.id <= w.through
    where s.user_id = ${user}::bigint and not s.is_seen group by c.monitor_id
  ) older on older.monitor_id = p.monitor_id
  where newer.n > 0 or older.n > 0`
