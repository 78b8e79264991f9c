import type { RenderableFact } from "@mon/alerts"
import { monitorKinds } from "@mon/model"

/**
 * The address of the page about a fact. Alerts are stored and forwarded, so these addresses never change. The dashboard
 * asks readers to sign in first, if necessary, and then shows the page.
 */
export const permalinkOf = (fact: RenderableFact, baseUrl: string): string =>
  [`${baseUrl}/app`, ...pathOf(fact).map(encodeURIComponent)].join("/")

const pathOf = (fact: RenderableFact): ReadonlyArray<string> => {
  switch (fact.kind) {
    case "down":
    case "up":
      return ["incidents", fact.incident.id]
    case "page_changed":
      return ["pages", fact.monitor.id, "changes", fact.changeId]
    case "dns_changed":
      return ["domains", fact.monitor.id, "dns"]
    case "page_error":
      return ["pages", fact.monitor.id]
    case "checks_stopped":
    case "degraded":
    case "recovered":
      return [monitorKinds[fact.monitorKind].screens, fact.monitor.id]
    case "digest": {
      const [first] = fact.transitions
      return fact.cause == null || first === undefined ? [] : ["incidents", first.incident.id]
    }
    case "weekly_report":
    case "summary":
    case "unreadable":
      return []
    default:
      return ["domains", fact.monitor.id]
  }
}
