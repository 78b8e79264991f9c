import type { ServiceType } from "@mon/model"
import { readCronLine } from "../heartbeats/readCronLine.ts"
import { readService } from "../services/readService.ts"

/** A monitor that is neither a site nor a page. */
export type OtherMonitor = { readonly kind: "heartbeat" } | { readonly kind: "service"; readonly type: ServiceType }

/** A URL, or the command that pings a host. Such a text names the service. */
const NAMES_SERVICE = /^(?:[a-z][a-z\d:]*:\/\/|ping\s)/iu

/** The types that say nothing about the service, if only the port names them. Such an address can be that of a site. */
const ANY_SERVICE: ReadonlySet<ServiceType> = new Set(["icmp", "tcp", "tls"])

/**
 * Returns the monitor that a pasted line describes if it is not the address of a site. Null: the line can be a site.
 *
 * ```ts
 * otherMonitorIn("postgres://db.example.com") // => { kind: "service", type: "postgres" }
 * otherMonitorIn("0 3 * * * /usr/local/bin/backup") // => { kind: "heartbeat" }
 * otherMonitorIn("example.com:8443") // => null
 * ```
 */
export const otherMonitorIn = (text: string): OtherMonitor | null => {
  const line = text.trim()
  if (/[\r\n]/u.test(line)) return null
  if (readCronLine(line) !== null) return { kind: "heartbeat" }
  const type = readService(line)?.type
  if (type === undefined || (!NAMES_SERVICE.test(line) && ANY_SERVICE.has(type))) return null
  return { kind: "service", type }
}
