/**
 * SQL for whether the recipient of the delivery `d` of the notification `n` may acknowledge its incident: a person who
 * may change the domain, an address or a number that still gets its alerts, or a webhook or a channel that is in use.
 */
export const mayAcknowledge = `(case
    when d.user_id is not null then exists (
      select from membership ms where ms.account_id = d.account_id and ms.user_id = d.user_id and ms.removed_at is null
        and (ms.role = 'owner' or exists (
          select from monitor_access ma
          where ma.membership_id = ms.id and ma.monitor_id = n.monitor_id and ma.can_write)))
    when d.channel = 'email' then exists (
        select from monitor cm cross join unnest(cm.cc_emails) as cc (address)
        where cm.id = n.monitor_id and lower(cc.address) = lower(d.target))
      and not exists (
        select from email_suppression s where s.account_id = d.account_id and s.address = lower(d.target))
    when d.channel = 'webhook' then exists (
      select from webhook hook where hook.public_id::text = d.target and hook.account_id = d.account_id and hook.is_active)
    when d.channel = 'channel' then exists (
      select from alert_channel ch
      where ch.public_id::text = d.target and ch.account_id = d.account_id and ch.is_active)
    else false end)`
