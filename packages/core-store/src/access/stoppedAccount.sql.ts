/**
 * SQL for whether an account (table alias) is suspended or will be deleted. Nothing of such an account is shown or
 * sent.
 */
export const isStopped = (account: string): string =>
  `(${account}.suspended_at is not null or ${account}.deletes_at is not null)`
