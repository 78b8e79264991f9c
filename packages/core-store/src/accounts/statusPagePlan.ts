import type { PlanName, PlanTable } from "@mon/model"

/**
 * SQL for the number of pages in the account that are older than the page `p`. If the account has more pages than the
 * plan allows, the newest pages stop.
 */
export const olderPages = "(select count(*)::int from status_page o where o.account_id = p.account_id and o.id < p.id)"

/**
 * Returns "plan" if the page is stopped because the account has more pages than its plan allows. Otherwise returns
 * null.
 */
export const stoppedBy = (
  { olderPages: older, plan }: { readonly olderPages: number; readonly plan: PlanName },
  plans: PlanTable
): "plan" | null => (older < plans[plan].statusPages ? null : "plan")
