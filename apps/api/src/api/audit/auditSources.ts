import { monitorKindNames, monitorKinds, newMonitorSecrets } from "@mon/model"

/** The endpoint that shows the object of a change, and the fields of the object that belong in the audit log. */
export interface AuditSource {
  /** The GET endpoint that returns the object, or a list that contains it. */
  readonly read: `${string}.${string}`
  /**
   * The name of the parameter that contains the id of the object. Null: the object is the account itself or the caller.
   */
  readonly id: string | null
  /** Additional fields for the audit log, which no request of the group can set. */
  readonly also?: ReadonlyArray<string>
  /** Secret request fields, which no endpoint returns. The audit log only shows that they were set. */
  readonly secrets?: ReadonlyArray<string>
  /** Fields that the audit log does not contain, because only the person who made the change may see them. */
  readonly hidden?: ReadonlyArray<string>
}

const one = (read: AuditSource["read"], also: ReadonlyArray<string> = [], id: string | null = "id"): AuditSource => ({
  read,
  id,
  also
})

const whatsApp = one("settings.whatsApp", ["number", "pendingNumber"], null)

const calendar = one("onCall.calendar", ["createdAt"])
const ownCalendar = one("onCall.ownCalendar", ["createdAt"], null)

/** The sources by endpoint group. An endpoint that changes another kind of object than its group has its own source. */
export const auditSources: ReadonlyMap<string, AuditSource> = new Map<string, AuditSource>([
  ...monitorKindNames.map((kind) => {
    const group = monitorKinds[kind].plural
    const secrets = Object.keys(newMonitorSecrets[kind])
    return [group, { ...one(`${group}.get`, ["isPaused", "tags"]), secrets }] as const
  }),
  ["account", one("account.get", [], null)],
  ["alertSources", one("alertSources.list", ["tokenHint"])],
  ["alertSources.acknowledge", one("alertSources.incident", ["acknowledgement"], "incidentId")],
  ["alertSources.unacknowledge", one("alertSources.incident", ["acknowledgement"], "incidentId")],
  ["channels", one("channels.get")],
  ["contacts", { ...one("contacts.list", ["isVerified"]), hidden: ["settings"] }],
  ["contacts.updateRules", one("contacts.rules", [], null)],
  ["incidents", one("incidents.get", ["acknowledgement"])],
  ["incidents.verify", one("incidents.get")],
  ["keys", one("keys.list", ["state"])],
  ["maintenance", one("maintenance.get", ["state"])],
  ["markers", one("markers.list", ["at"])],
  ["notifications", one("notifications.pauseStatus", ["paused", "pausedUntil"], null)],
  ["onCall", one("onCall.get")],
  ["onCall.addOverride", one("onCall.overrides")],
  ["onCall.removeOverride", one("onCall.overrides", [], "overrideId")],
  ["onCall.makeCalendar", calendar],
  ["onCall.removeCalendar", calendar],
  ["onCall.makeOwnCalendar", ownCalendar],
  ["onCall.removeOwnCalendar", ownCalendar],
  ["onCallRequests", one("onCallRequests.list", ["state"], "requestId")],
  ["routes", one("routes.list")],
  ["scheduledReports", one("scheduledReports.list")],
  ["secondFactor", one("secondFactor.get", ["enabledAt"], null)],
  ["sessions", one("sessions.list", ["address", "browser", "system"])],
  ["settings", one("settings.get", [], null)],
  ["settings.confirmWhatsApp", whatsApp],
  ["settings.removeWhatsApp", whatsApp],
  ["settings.setWhatsApp", whatsApp],
  ["settings.updateBranding", one("settings.branding", [], null)],
  ["simulations", one("simulations.get", ["prospectCount", "creditsCharged"], "jobId")],
  ["statusHosts", one("statusPages.get", ["host"])],
  ["statusPages", { ...one("statusPages.get", ["hasPassword"]), secrets: ["password"] }],
  ["statusPosts", one("statusPosts.get", ["updates"], "postId")],
  ["tags", one("tags.list")],
  ["team", one("team.list", ["email", "status"], "membershipId")],
  ["webhooks", one("webhooks.list", ["isActive"])]
])

/**
 * The requests that change several objects, each with the fields of its body that identify the objects or contain the
 * new values.
 */
export const auditedBodies: ReadonlyMap<string, ReadonlyArray<string>> = new Map<string, ReadonlyArray<string>>(
  monitorKindNames.flatMap((kind) => [
    [`${monitorKinds[kind].plural}.bulkRemove`, [`${kind}Ids`]],
    [`${monitorKinds[kind].plural}.bulkUpdate`, [`${kind}Ids`, "updates"]]
  ])
)

/**
 * The requests other than GET that change nothing in the account. They only calculate a result, or store that a person
 * has read something.
 */
export const unauditedCalls: ReadonlySet<string> = new Set([
  "config.plan",
  "disposableEmail.check",
  "domains.tryChange",
  "domains.tryNew",
  "emailHealth.check",
  "emailHealth.message",
  "emailHealth.ofDomain",
  "emailHealth.verify",
  "onCall.tryCalendarImport",
  "onCall.tryChange",
  "onCall.tryNew",
  "routes.tryChange",
  "services.tryChange",
  "services.tryNew",
  "routes.tryNew",
  "simulations.estimate",
  "simulations.shareInfo",
  "statusPages.preview",
  "urls.markAllSeen",
  "urls.markSeen",
  "urls.markUnseen",
  "urls.preview",
  "urls.previewChange"
])
