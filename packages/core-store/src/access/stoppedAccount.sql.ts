/** SQL for whether an account row is suspended or will be deleted: nothing of it is shown or sent. */
export const isStopped = (account: string): string =>
  `(${account}.suspended_at is not null or ${account}.deletes_at is not null)`
