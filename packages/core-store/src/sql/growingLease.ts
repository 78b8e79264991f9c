/** The longest lease that is given after leases that ended without a result. */
const LONGEST = "interval '1 hour'"

/**
 * SQL for the end of an item's lease. `item` has the columns next_at and lease_token. `leaseMs` is SQL for the usual
 * duration.
 *
 * If the last lease ended without a result, the worker may have crashed because of the item. The new lease then lasts
 * as long as the item has already been due. This time doubles with each further crash, so that other work can continue.
 */
export const growingLease = (
  item: string,
  leaseMs: string
): string => `mon_now() + greatest(${leaseMs} * interval '1 millisecond',
    case when ${item}.lease_token is not null then least(mon_now() - ${item}.next_at, ${LONGEST}) end)`
