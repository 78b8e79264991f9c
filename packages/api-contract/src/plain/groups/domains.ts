// Written by `npm run openapi`. Do not edit.
import type { Listed, Paged, RequestOptions } from "../Paged.ts"
import type { AssignTags, BulkDeleted, BulkUpdated, CheckRecord, Deleted, Repair } from "../records/several.ts"
import type {
  BulkDeleteDomains,
  BulkUpdateDomains,
  CreateDomain,
  DnsWatch,
  Domain,
  DomainTrial,
  LocationAdvisory,
  Timeline,
  TimelineEvent,
  UpdateDomain
} from "../records/domains.ts"
import type { Incident } from "../records/incidents.ts"

/** The requests about domains. */
export interface DomainsRequests {
  /** List domains */
  readonly list: (
    query?: { readonly page?: number; readonly limit?: number },
    options?: RequestOptions
  ) => Paged<Domain>
  /** Monitor a domain */
  readonly create: (body: CreateDomain, options?: RequestOptions) => Promise<Domain>
  /** Try a domain */
  readonly tryNew: (body: CreateDomain, options?: RequestOptions) => Promise<DomainTrial>
  /** Change many domains */
  readonly bulkUpdate: (body: BulkUpdateDomains, options?: RequestOptions) => Promise<BulkUpdated>
  /** Delete many domains */
  readonly bulkRemove: (body: BulkDeleteDomains, options?: RequestOptions) => Promise<BulkDeleted>
  /** One domain */
  readonly get: (id: string, options?: RequestOptions) => Promise<Domain>
  /** Change a domain */
  readonly update: (id: string, body: UpdateDomain, options?: RequestOptions) => Promise<Domain>
  /** Delete a domain */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
  /** Try a change to a domain */
  readonly tryChange: (id: string, body: UpdateDomain, options?: RequestOptions) => Promise<DomainTrial>
  /** Pause a domain */
  readonly pause: (id: string, options?: RequestOptions) => Promise<Domain>
  /** Resume a domain */
  readonly resume: (id: string, query?: { readonly undo?: boolean }, options?: RequestOptions) => Promise<Domain>
  /** Incidents of a domain */
  readonly incidents: (id: string, options?: RequestOptions) => Promise<ReadonlyArray<Incident>>
  /** Check history of a domain */
  readonly history: (
    id: string,
    query?: { readonly hours?: number },
    options?: RequestOptions
  ) => Promise<ReadonlyArray<CheckRecord>>
  /** Timeline of a domain */
  readonly timeline: (
    id: string,
    query?: { readonly range?: "24h" | "7d" | "30d" | "90d" },
    options?: RequestOptions
  ) => Promise<Timeline>
  /** Events of a domain */
  readonly timelineEvents: (
    id: string,
    query?: { readonly limit?: number; readonly before?: string; readonly kind?: string },
    options?: RequestOptions
  ) => Listed<TimelineEvent>
  /** Locations that disagree */
  readonly advisories: (id: string, options?: RequestOptions) => Promise<ReadonlyArray<LocationAdvisory>>
  /** DNS of a domain */
  readonly dns: (id: string, options?: RequestOptions) => Promise<DnsWatch>
  /** Verify the repair of a certificate or of DNS records */
  readonly verifyRepair: (id: string, repairId: string, options?: RequestOptions) => Promise<Repair>
  /** Dismiss the repair of DNS records */
  readonly dismissRepair: (id: string, repairId: string, options?: RequestOptions) => Promise<Repair>
  /** Tag a domain */
  readonly setTags: (id: string, body: AssignTags, options?: RequestOptions) => Promise<Domain>
}
