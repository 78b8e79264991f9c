import type { PlanName, PlanTable } from "@mon/model"

/**
 * SQL for the number of pages in the account that are older than the page `p`. The newest pages stop if there are more
 * than the plan allows.
 */
export const olderPages = "(select count(*)::int from status_page o where o.account_id = p.account_id and o.id < p.id)"

/** Whether a page is stopped because the plan of the account is too small. */
export const stoppedBy = (
  { olderPages: older, plan }: { readonly olderPages: number; readonly plan: PlanName },
  plans: PlanTable
): "plan" | null => (older < plans[plan].statusPages ? null : "plan")
