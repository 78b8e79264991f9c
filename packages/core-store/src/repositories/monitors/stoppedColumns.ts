import {
  type DomainSettings,
  type PlanName,
  type PlanTable,
  type StoppedOption,
  stoppedOptions,
  type UrlSettings
} from "@mon/model"
import { isUnproven, olderDnsWatches, planInForce } from "./planLimits.sql.ts"

/** What the stopped options of a monitor `m` of an account `a` depend on, beside its settings. */
export const stoppedColumns = `${planInForce} as plan, ${isUnproven} as is_unproven,
  case when m.dns_watch is not null then ${olderDnsWatches} end as older_dns_watches, m.hostname`

/** A row of {@link stoppedColumns}. */
export interface StoppedRow {
  readonly plan: PlanName
  readonly is_unproven: boolean | null
  readonly older_dns_watches: number | null
  readonly hostname: string
}

type Settings = Pick<DomainSettings, "request" | "expect"> &
  Partial<Pick<DomainSettings, "dkimSelectors"> & Pick<UrlSettings, "render">>

/** The options of a monitor that have no effect on the plan of its account. */
export const readStopped = (
  { hostname, is_unproven, older_dns_watches, plan }: StoppedRow,
  { dkimSelectors = [], expect, render = false, request }: Settings,
  plans: PlanTable
): ReadonlyArray<StoppedOption> =>
  stoppedOptions(
    {
      method: request?.method,
      hostname,
      isUnproven: is_unproven === true,
      expect,
      dkimSelectors,
      render,
      olderDnsWatches: older_dns_watches
    },
    plans[plan]
  )
