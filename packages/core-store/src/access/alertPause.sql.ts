/** SQL for whether the alerts of an account row are paused now. A pause may have an end time. */
export const isPaused = (account: string): string =>
  `(${account}.notifications_paused_at is not null and coalesce(${account}.notifications_paused_until > mon_now(), true))`

/** SQL for whether an account row gets no alerts now, because they are paused or the account is suspended. */
export const isMuted = (account: string): string => `(${account}.suspended_at is not null or ${isPaused(account)})`

/** SQL for the reason why an account row gets no alerts now. Null: it gets alerts. */
export const muteReason = (account: string): string =>
  `case when ${account}.suspended_at is not null then 'account_suspended' when ${isPaused(account)} then 'paused' end`

/** Ends the pauses of accounts whose end time has passed. A condition on `account` may follow. */
export const endExpiredPauses = `
  update account set notifications_paused_at = null, notifications_paused_until = null
  where notifications_paused_until <= mon_now()`
