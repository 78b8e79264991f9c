/**
 * SQL for the maintenance window that covers a monitor now, with the end of the maintenance. Adjacent windows count as
 * one.
 */
export const activeMaintenance = (monitor: string): string => `(
  select jsonb_build_object('id', w.public_id, 'name', w.name, 'endsAt', mon_iso(maintenance_end(${monitor}, mon_now())))
  from maintenance_window w
  where w.id = (select min(o.window_id) from maintenance_occurrences(${monitor}, mon_now(), mon_now() + interval '1 microsecond') o))`

/**
 * SQL for the id and name of the maintenance window with the internal key `key`. Null if there is no such window, or if
 * the window was deleted permanently.
 */
export const maintenanceName = (key: string): string =>
  `(select jsonb_build_object('id', w.public_id, 'name', w.name) from maintenance_window w where w.id = ${key})`
