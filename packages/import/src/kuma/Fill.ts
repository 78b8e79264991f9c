import type { ServiceDraft } from "../document/ServiceDraft.ts"
import type { SourceObject } from "../reading/SourceObject.ts"

/** Sets the options of a service from a monitor of Uptime Kuma. Returns the reason why that is impossible, or null. */
export type Fill = (service: ServiceDraft, source: SourceObject) => string | null
