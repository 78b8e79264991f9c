import type * as Schema from "effect/Schema"
import { Domain } from "./Domain.ts"
import type { field } from "./Field.ts"
import { domainFields, newDomainTexts } from "./domainFields.ts"
import { Heartbeat } from "./Heartbeat.ts"
import { heartbeatFields, newHeartbeatSecrets, newHeartbeatTexts } from "./heartbeatFields.ts"
import type { InputsOf, MonitorFields } from "./MonitorField.ts"
import type { MonitorKind } from "./monitorKinds.ts"
import { newPageTexts, pageFields } from "./pageFields.ts"
import { PageMonitor } from "./PageMonitor.ts"
import { Service } from "./Service.ts"
import { newServiceTexts, serviceFields } from "./serviceFields.ts"

/** The settable fields of each kind of monitor, in the order in which requests are checked. */
export const monitorFields: {
  readonly domain: typeof domainFields
  readonly url: typeof pageFields
  readonly heartbeat: typeof heartbeatFields
  readonly service: typeof serviceFields
} = {
  domain: domainFields,
  url: pageFields,
  heartbeat: heartbeatFields,
  service: serviceFields
} satisfies Readonly<Record<MonitorKind, MonitorFields>>

/** The secrets that only the request for a new monitor can contain. No record contains them. */
export const newMonitorSecrets: {
  readonly domain: {}
  readonly url: {}
  readonly heartbeat: typeof newHeartbeatSecrets
  readonly service: {}
} = {
  domain: {},
  url: {},
  heartbeat: newHeartbeatSecrets,
  service: {}
} satisfies Readonly<Record<MonitorKind, Readonly<Record<string, ReturnType<typeof field.secret>>>>>

/** The values of the settable fields of a monitor in requests. */
export type MonitorInputs<Kind extends MonitorKind> = InputsOf<(typeof monitorFields)[Kind]>

/**
 * The descriptions of a new monitor and of its URL, for the documentation of requests. A `url` of null means that
 * monitors of the kind have no URL.
 */
export const newMonitorTexts = {
  domain: newDomainTexts,
  url: newPageTexts,
  heartbeat: newHeartbeatTexts,
  service: newServiceTexts
} as const satisfies Readonly<
  Record<
    MonitorKind,
    { readonly about: string; readonly url: { readonly about: string; readonly example: string } | null }
  >
>

/** The records that the API returns for monitors. */
export const monitorRecords: {
  readonly domain: typeof Domain
  readonly url: typeof PageMonitor
  readonly heartbeat: typeof Heartbeat
  readonly service: typeof Service
} = {
  domain: Domain,
  url: PageMonitor,
  heartbeat: Heartbeat,
  service: Service
} satisfies Readonly<Record<MonitorKind, Schema.Top>>

/** The record of a monitor. */
export type MonitorRecord<Kind extends MonitorKind = MonitorKind> = (typeof monitorRecords)[Kind]["Type"]
