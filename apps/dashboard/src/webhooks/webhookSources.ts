import type { CreateWebhook } from "@mon/api-contract"
import { useAccount, useMonitors } from "../api/queries.ts"

/** The choice of all monitors of the account, in a list of ids. */
export const ALL_MONITORS = "account"

/** The monitors whose events a new webhook of the caller can receive, by name; the owner can also choose all. */
export const useWebhookSources = () => {
  const isOwner = useAccount().data?.role === "owner"
  const monitors = (useMonitors().data ?? [])
    .filter(({ canWrite }) => canWrite)
    .toSorted((one, other) => one.name.localeCompare(other.name))
  return { isOwner, monitors }
}

/** What a request says about the chosen source. */
export const sourceOf = (
  chosen: string,
  monitors: ReturnType<typeof useWebhookSources>["monitors"]
): Pick<CreateWebhook, "domainId" | "urlId" | "scope"> => {
  if (chosen === ALL_MONITORS) return { scope: "account" }
  return monitors.some(({ id, kind }) => id === chosen && kind === "url") ? { urlId: chosen } : { domainId: chosen }
}
