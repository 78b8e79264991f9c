import type { MonitorSection } from "@mon/config-file"
import { domainMonitors } from "./domainMonitors.ts"
import { urlMonitors } from "./urlMonitors.ts"

/** The calls of each kind of monitor, by its section of a configuration file. */
export const monitorsBySection = { domains: domainMonitors, urls: urlMonitors } as const satisfies Readonly<
  Record<MonitorSection, unknown>
>
