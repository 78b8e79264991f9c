import { kindCodes } from "../monitors/MonitorCodes.ts"
import type { WebhookMonitor } from "./Webhooks.ts"

/** The columns of the monitor `m` of a webhook. All are null for a webhook of all monitors. */
export const monitorOfWebhook =
  "m.kind as monitor_kind, m.public_id as monitor_id, m.name as monitor_name, m.url as monitor_url"

/** A row of {@link monitorOfWebhook}. */
export interface MonitorColumns {
  readonly monitor_kind: number | null
  readonly monitor_id: string | null
  readonly monitor_name: string | null
  readonly monitor_url: string | null
}

/** The monitor of a webhook; null: all monitors of the account. */
export const toMonitor = (row: MonitorColumns): WebhookMonitor | null =>
  row.monitor_id === null
    ? null
    : {
        kind: row.monitor_kind === kindCodes.url ? "url" : "domain",
        id: row.monitor_id,
        name: row.monitor_name ?? "",
        url: row.monitor_url ?? ""
      }
