import type { Domain, DomainTrial, Repair } from "@mon/model"
import { change, read } from "./client.ts"
import { type Answer, byId } from "./endpoints.ts"
import { kindEndpoints } from "./kindEndpoints.ts"

const ofRepair = (id: string, repairId: string, rest: string) =>
  byId("/domains", id, `/repairs/${encodeURIComponent(repairId)}${rest}`)

export const domainEndpoints = {
  ...kindEndpoints("domain"),
  create: (url: string, options: Readonly<Record<string, unknown>>) =>
    change<Domain>("POST", "/domains", { ...options, url }),
  try: (url: string, options: Readonly<Record<string, unknown>>) =>
    change<DomainTrial>("POST", "/domains/try", { ...options, url }),
  tryChange: (id: string, changes: Readonly<Record<string, unknown>>) =>
    change<DomainTrial>("POST", byId("/domains", id, "/try"), changes),
  updateMany: (domainIds: ReadonlyArray<string>, updates: Readonly<Record<string, unknown>>) =>
    change<Answer<"domains", "bulkUpdate">>("PATCH", "/domains/bulk", { domainIds, updates }),
  advisories: (id: string, signal?: AbortSignal) =>
    read<Answer<"domains", "advisories">>(byId("/domains", id, "/advisories"), signal),
  dns: (id: string, signal?: AbortSignal) => read<Answer<"domains", "dns">>(byId("/domains", id, "/dns"), signal),
  emailHealth: (id: string, fresh: boolean, reportsReviewed: boolean) =>
    change<Answer<"emailHealth", "ofDomain">>(
      "POST",
      byId("/domains", id, `/email-health?fresh=${fresh}${reportsReviewed ? "&reportsReviewed=true" : ""}`)
    ),
  verifyRepair: (id: string, repairId: string) => change<Repair>("POST", ofRepair(id, repairId, "/verify")),
  dismissRepair: (id: string, repairId: string) => change<Repair>("POST", ofRepair(id, repairId, "/dismiss"))
} as const
