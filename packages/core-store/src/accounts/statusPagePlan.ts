import type { PlanName, PlanTable } from "@mon/model"

/** SQL for how many older pages the account of a page `p` has. Beyond the limit of the plan, the newest stop. */
export const olderPages = "(select count(*)::int from status_page o where o.account_id = p.account_id and o.id < p.id)"

/** Whether the plan of the account is too small for a page. */
export const stoppedBy = (
  { olderPages: older, plan }: { readonly olderPages: number; readonly plan: PlanName },
  plans: PlanTable
): "plan" | null => (older < plans[plan].statusPages ? null : "plan")
