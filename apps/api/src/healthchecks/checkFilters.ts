import type { Heartbeat } from "@mon/model"

type Filters = Heartbeat["filters"]

/** Returns the filters of a heartbeat as fields of a check. A filter that is not set is empty or false. */
export const toCheckFilters = (filters: Filters) => ({
  methods: filters?.method ?? "",
  start_kw: filters?.start ?? "",
  success_kw: filters?.success ?? "",
  failure_kw: filters?.failure ?? "",
  filter_subject: filters?.subject ?? false,
  filter_body: filters?.body ?? false,
  filter_http_body: filters?.httpBody ?? false,
  filter_default_fail: filters?.defaultFail ?? false
})

/** The filters of a check. */
type CheckFilters = ReturnType<typeof toCheckFilters>

/** The filters that a request sets. Absent ones stay unchanged. */
export type FilterChanges = Partial<CheckFilters> & {
  /** An old name for `success_kw` of the subject of emails. */
  readonly subject?: string
  /** An old name for `failure_kw` of the subject of emails. */
  readonly subject_fail?: string
}

const toFilters = (check: CheckFilters): Filters => {
  const filters = {
    ...(check.methods === "POST" ? { method: check.methods } : {}),
    ...(check.failure_kw === "" ? {} : { failure: check.failure_kw }),
    ...(check.success_kw === "" ? {} : { success: check.success_kw }),
    ...(check.start_kw === "" ? {} : { start: check.start_kw }),
    ...(check.filter_subject ? { subject: true } : {}),
    ...(check.filter_body ? { body: true } : {}),
    ...(check.filter_http_body ? { httpBody: true } : {}),
    ...(check.filter_default_fail ? { defaultFail: true } : {})
  } satisfies Filters
  return Object.keys(filters).length === 0 ? null : filters
}

/**
 * Returns the filters after a request. With an old name, keywords also count in the subject (hc/api/views.py,
 * `_update`).
 */
export const changedFilters = (
  { subject, subject_fail: subjectFail, ...changes }: FilterChanges,
  current: Filters
): Filters => {
  const before = toCheckFilters(current)
  const old = { success_kw: subject ?? before.success_kw, failure_kw: subjectFail ?? before.failure_kw }
  const isOld = subject !== undefined || subjectFail !== undefined
  const inSubject = isOld ? { filter_subject: old.success_kw !== "" || old.failure_kw !== "" } : {}
  return toFilters({ ...before, ...old, ...inSubject, ...changes })
}
