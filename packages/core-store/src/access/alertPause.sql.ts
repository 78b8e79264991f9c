/** SQL for whether the alerts of an account row are paused now: a pause may end by itself. */
export const isPaused = (account: string): string =>
  `(${account}.notifications_paused_at is not null and coalesce(${account}.notifications_paused_until > mon_now(), true))`

/** SQL for whether an account row gets no alerts now: they are paused, or the account is suspended. */
export const isMuted = (account: string): string => `(${account}.suspended_at is not null or ${isPaused(account)})`

/** SQL for why an account row gets no alerts now; null: it gets them. */
export const muteReason = (account: string): string =>
  `case when ${account}.suspended_at is not null then 'account_suspended' when ${isPaused(account)} then 'paused' end`

/** Ends the pauses of accounts that are over by themselves; a condition on `account` may follow. */
export const endExpiredPauses = `
  update account set notifications_paused_at = null, notifications_paused_until = null
  where notifications_paused_until <= mon_now()`
