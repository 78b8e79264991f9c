import type { AuditEntry } from "@mon/model"
import { useInfiniteQuery } from "@tanstack/react-query"
import { read } from "../api/client.ts"

const ENTRIES_A_PAGE = 50

/** The filters of the audit log. An empty filter matches all entries. */
export interface AuditFilters {
  readonly action: string
  readonly email: string
  /** A date, such as `2026-11-21`. */
  readonly since: string
}

export const auditQuery = ({ action, email, since }: AuditFilters): string => {
  const parameters = { action, email: email.trim(), since }
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "")).toString()
}

const page = (filters: AuditFilters, before: string | null, signal: AbortSignal) => {
  const query = new URLSearchParams(auditQuery(filters))
  query.set("limit", String(ENTRIES_A_PAGE))
  if (before !== null) query.set("before", before)
  return read<ReadonlyArray<AuditEntry>>(`/audit?${query.toString()}`, signal)
}

export const useAuditLog = (filters: AuditFilters, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ["audit", filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => page(filters, pageParam, signal),
    getNextPageParam: (entries) => (entries.length < ENTRIES_A_PAGE ? null : (entries.at(-1)?.id ?? null)),
    enabled
  })
