import { requestTo } from "../contract.ts"
import { defineTool, pick, presenter, recordOf, recordsOf } from "../defineTool.ts"
import { fitted } from "../fit.ts"
import { incidentCodes } from "./incidents.ts"

const OPEN_INCIDENTS = 10

const showStatus = presenter({ endpoint: "dashboard.status" })
const showAccount = presenter({ endpoint: "account.get", fields: ["id", "name", "role", "plan", "planExpiresAt"] })
const showIncident = presenter({
  endpoint: "dashboard.incidents",
  fields: ["id", "domainId", "domainName", "startedAt", "triggerStatusCode", "triggerError", "isAnnounced"],
  codes: incidentCodes
})

/** The tool that returns all data for the first questions about an account in one response. */
export const accountOverview = defineTool({
  name: "account_overview",
  title: "Account overview",
  description:
    "Shows the key's account, the number of monitors by state, the plan's usage, whether alerts are paused, and the newest open incidents. Use it first, and for questions such as: is anything down?",
  endpoints: ["account.get", "dashboard.status", "dashboard.incidents"],
  input: () => ({}),
  requests: () => [
    requestTo("account.get", {}),
    requestTo("dashboard.status", {}),
    requestTo("dashboard.incidents", { state: "open", limit: OPEN_INCIDENTS })
  ],
  answer: ([account, status, incidents]) =>
    fitted((detail) => ({
      account: showAccount(recordOf(account), detail),
      ...showStatus(
        pick(recordOf(status), [
          "domains",
          "urls",
          "usage",
          "notificationsPausedAt",
          "notificationsPausedUntil",
          "service"
        ]),
        detail
      ),
      openIncidents: recordsOf(incidents)
        .slice(0, detail.items)
        .map((incident) => showIncident(incident, detail))
    }))
})
