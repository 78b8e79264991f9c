import { Secrets } from "@mon/core-store"
import { makeAcknowledgeToken } from "@mon/notifications"
import { Effect } from "effect"
import type { World } from "./World.ts"

const SEND = `
  with i as (
    insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
    select gen_random_uuid(), account_id, id, mon_now(), mon_now() from monitor where public_id = $1::uuid
    on conflict (monitor_id) where resolved_at is null do update set monitor_id = excluded.monitor_id
    returning id, public_id, account_id, monitor_id
  ), n as (
    insert into notification (public_id, account_id, key, type, kind, monitor_id, incident_id, data, status, dispatched_at)
    select gen_random_uuid(), account_id, 'down ' || gen_random_uuid(), 'status_change', 'down', monitor_id, id, '{}', 'sent', mon_now()
    from i returning id, account_id
  )
  insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id, status)
  select gen_random_uuid(), n.account_id, n.id, 'd ' || n.id, $2, $3, u.id, 'sent'
  from n left join app_user u on u.email = $4
  returning public_id::text as id`

/** Returns the path of the link that acknowledges the alert of a delivery. */
export const acknowledgePath = (world: World, deliveryId: string): Promise<string> =>
  world.run(Effect.map(Secrets, (secrets) => `/acknowledge/${makeAcknowledgeToken(secrets, deliveryId)}`))

/**
 * Sends an alert about the open incident of a domain, and returns the path of the link in the alert. Begins an incident
 * if there is none.
 */
export const alertLink = async (
  world: World,
  domainId: string,
  {
    channel,
    person = null,
    target
  }: { readonly channel: string; readonly target: string; readonly person?: string | null }
): Promise<string> => {
  const [row] = (await world.sql(SEND, domainId, channel, target, person)) as ReadonlyArray<{ readonly id: string }>
  return acknowledgePath(world, row?.id ?? "")
}
