import type { CreateWebhook } from "@mon/api-contract"
import type { MonitorKind } from "@mon/model"
import { useMonitors } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"

/** The value that stands for all monitors of the account in a list of monitor ids. */
export const ALL_MONITORS = "account"

/**
 * Returns the monitors whose events a webhook can receive, sorted by name. People who manage the account can also
 * choose all monitors.
 */
export const useWebhookSources = () => {
  const manages = useManages()
  const monitors = (useMonitors().data ?? [])
    .filter(({ canWrite }) => canWrite)
    .toSorted((one, other) => one.name.localeCompare(other.name))
  return { manages, monitors }
}

export const sourceOf = (
  chosen: string,
  monitors: ReturnType<typeof useWebhookSources>["monitors"]
): Pick<CreateWebhook, `${MonitorKind}Id` | "scope"> => {
  if (chosen === ALL_MONITORS) return { scope: "account" }
  const kind = monitors.find(({ id }) => id === chosen)?.kind ?? "domain"
  return { [`${kind}Id`]: chosen }
}
