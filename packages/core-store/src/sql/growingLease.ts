/** The longest lease that follows lost ones. */
const LONGEST = "interval '1 hour'"

/**
 * SQL: until when an item is leased. `item` has the columns next_at and lease_token; `leaseMs` is SQL for the usual
 * duration.
 *
 * If the lease before ended without a result, perhaps the worker died of the item. It is then leased for as long as it
 * has been due, which doubles with each further death, so that the rest of the work goes on.
 */
export const growingLease = (
  item: string,
  leaseMs: string
): string => `mon_now() + greatest(${leaseMs} * interval '1 millisecond',
    case when ${item}.lease_token is not null then least(mon_now() - ${item}.next_at, ${LONGEST}) end)`
