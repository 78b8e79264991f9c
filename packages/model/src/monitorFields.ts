import { domainFields } from "./domainFields.ts"
import type { MonitorFields } from "./MonitorField.ts"
import type { MonitorKind } from "./monitorKinds.ts"
import { pageFields } from "./pageFields.ts"

/** The settable fields of each kind of monitor, in the order in which requests are checked. */
export const monitorFields: Readonly<Record<MonitorKind, MonitorFields>> = { domain: domainFields, url: pageFields }
