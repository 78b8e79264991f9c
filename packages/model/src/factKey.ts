import type { Fact, FactKind, NotificationType } from "./PlainFact.ts"

const notificationTypes: { readonly [Kind in FactKind]: NotificationType } = {
  down: "status_change",
  up: "status_change",
  flapping: "status_change",
  degraded: "status_change",
  recovered: "status_change",
  page_changed: "status_change",
  dns_changed: "status_change",
  checks_stopped: "status_change",
  page_error: "status_change",
  certificate_expiring: "ssl_expiry",
  certificate_invalid: "ssl_invalid",
  domain_expiring: "domain_expiry",
  email_health_alert: "email_health_alert",
  email_health_recovery: "email_health_recovery",
  external_alert: "status_change",
  external_resolved: "status_change",
  weekly_report: "weekly_report"
}

/**
 * Returns the notification type under which the API lists facts of a kind.
 *
 * @example
 * ```ts
 * notificationTypeOf("page_changed") // => "status_change"
 * ```
 */
export const notificationTypeOf = (kind: FactKind): NotificationType => notificationTypes[kind]

/** A path in the data of a fact, such as `["monitor", "id"]`. PostgreSQL's operator `#>>` takes such a path. */
export type FactPath = ReadonlyArray<string>

/**
 * The paths to the values that identify a fact of each kind. The key of a fact is its kind and these values, joined by
 * colons. The store makes its SQL keys from this table.
 */
export const factKeyPaths: { readonly [Kind in FactKind]: ReadonlyArray<FactPath> } = {
  down: [["incident", "id"]],
  up: [["incident", "id"]],
  flapping: [["monitor", "id"], ["since"]],
  degraded: [["monitor", "id"], ["at"]],
  recovered: [["monitor", "id"], ["at"]],
  page_changed: [["changeId"]],
  dns_changed: [["changeId"]],
  checks_stopped: [["monitor", "id"], ["stoppedAt"]],
  page_error: [["monitor", "id"], ["at"]],
  certificate_expiring: [["monitor", "id"], ["certificate", "fingerprint256"], ["thresholdDays"]],
  certificate_invalid: [["monitor", "id"], ["detectedAt"]],
  domain_expiring: [["monitor", "id"], ["expiresAt"], ["thresholdDays"]],
  email_health_alert: [["monitor", "id"], ["checkedAt"]],
  email_health_recovery: [["monitor", "id"], ["checkedAt"]],
  external_alert: [["incident", "id"]],
  external_resolved: [["incident", "id"]],
  weekly_report: [["membershipId"], ["from"]]
}

const valueAt = (fact: Fact, path: FactPath): string =>
  String(path.reduce<unknown>((value, name) => Reflect.get(Object(value), name), fact))

/**
 * Returns the key of a fact. If a fact is found several times, it always has the same key. Keys are unique in the
 * store, so each fact becomes only one notification.
 *
 * @example
 * ```ts
 * const monitor = { id: "7", name: "Shop", url: "https://shop.example.com/" }
 * factKey({ kind: "flapping", monitor, transitions: 6, windowHours: 24, since: "2026-11-21T02:00:00.000Z" }) // => "flapping:7:2026-11-21T02:00:00.000Z"
 * ```
 */
export const factKey = (fact: Fact): string =>
  [fact.kind, ...factKeyPaths[fact.kind].map((path) => valueAt(fact, path))].join(":")

/** The columns of a notification that store a fact. */
export interface StoredFact {
  readonly type: NotificationType
  readonly kind: FactKind
  readonly key: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Converts a fact to columns. `decodeFact` reads the fact back from `kind` and `data`. */
export const toStoredFact = (fact: Fact): StoredFact => {
  const { kind, ...data } = fact
  return { type: notificationTypeOf(kind), kind, key: factKey(fact), data }
}
