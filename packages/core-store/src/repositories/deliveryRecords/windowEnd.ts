/** SQL for the end of the window that a delivery waits for. */
export const windowEnd = "case when channel = 'channel' then gathers_at else waits_until end"
