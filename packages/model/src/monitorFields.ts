import type * as Schema from "effect/Schema"
import { Domain } from "./Domain.ts"
import { domainFields, newDomainTexts } from "./domainFields.ts"
import type { InputsOf, MonitorFields } from "./MonitorField.ts"
import type { MonitorKind } from "./monitorKinds.ts"
import { newPageTexts, pageFields } from "./pageFields.ts"
import { PageMonitor } from "./PageMonitor.ts"

/** The settable fields of each kind of monitor, in the order in which requests are checked. */
export const monitorFields: { readonly domain: typeof domainFields; readonly url: typeof pageFields } = {
  domain: domainFields,
  url: pageFields
} satisfies Readonly<Record<MonitorKind, MonitorFields>>

/** The values of the settable fields of a monitor in requests. */
export type MonitorInputs<Kind extends MonitorKind> = InputsOf<(typeof monitorFields)[Kind]>

/** The descriptions of a new monitor and of its URL, for the documentation of requests. */
export const newMonitorTexts = { domain: newDomainTexts, url: newPageTexts } as const satisfies Readonly<
  Record<MonitorKind, { readonly about: string; readonly url: { readonly about: string; readonly example: string } }>
>

/** The records that the API returns for monitors. */
export const monitorRecords: { readonly domain: typeof Domain; readonly url: typeof PageMonitor } = {
  domain: Domain,
  url: PageMonitor
} satisfies Readonly<Record<MonitorKind, Schema.Top>>

/** The record of a monitor. */
export type MonitorRecord<Kind extends MonitorKind = MonitorKind> = (typeof monitorRecords)[Kind]["Type"]
