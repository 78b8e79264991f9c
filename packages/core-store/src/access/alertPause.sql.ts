/** SQL for whether the alerts of an account (table alias) are currently paused. A pause may have an end time. */
export const isPaused = (account: string): string =>
  `(${account}.notifications_paused_at is not null and coalesce(${account}.notifications_paused_until > mon_now(), true))`

/**
 * SQL for whether an account (table alias) currently gets no alerts, because its alerts are paused or the account is
 * suspended.
 */
export const isMuted = (account: string): string => `(${account}.suspended_at is not null or ${isPaused(account)})`

/** SQL for the reason why an account (table alias) currently gets no alerts. Null if the account gets alerts. */
export const muteReason = (account: string): string =>
  `case when ${account}.suspended_at is not null then 'account_suspended' when ${isPaused(account)} then 'paused' end`

/**
 * The statement that ends every pause of alerts whose end time has passed. The caller may append a condition on
 * `account`.
 */
export const endExpiredPauses = `
  update account set notifications_paused_at = null, notifications_paused_until = null
  where notifications_paused_until <= mon_now()`
