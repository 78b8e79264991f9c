import type { TimelineRange, PageChange, PageDetails, PageMonitor } from "@mon/model"
import { useQuery } from "@tanstack/react-query"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import { queryClient } from "../api/queries.ts"
import { refresh } from "../api/changes.ts"

/** The intervals at which an open page is reloaded, in milliseconds. */
const EVERY = { first: 1_000, page: 15_000, slow: 60_000 } as const

const pageKey = (id: string) => ["url", id] as const
export const changesKey = (id: string) => [...pageKey(id), "changes"] as const
const changeKey = (id: string, changeId: string) => [...pageKey(id), "change", changeId] as const

export const usePage = (id: string) =>
  useQuery({
    queryKey: [...pageKey(id), "record"],
    queryFn: ({ signal }) => pageEndpoints.page(id, signal),
    refetchInterval: ({ state: { data } }) => (data?.status === "unknown" && !data.isPaused ? EVERY.first : EVERY.page)
  })

export const useChanges = (id: string) =>
  useQuery({
    queryKey: changesKey(id),
    queryFn: ({ signal }) => pageEndpoints.changes(id, signal),
    refetchInterval: EVERY.slow
  })

export const useChange = (id: string, changeId: string | null) =>
  useQuery({
    queryKey: changeKey(id, changeId ?? ""),
    queryFn: ({ signal }) => pageEndpoints.change(id, changeId ?? "", signal),
    // A stored change never changes, except for its mark as seen.
    staleTime: EVERY.slow,
    initialData: () =>
      queryClient.getQueryData<ReadonlyArray<PageChange>>(changesKey(id))?.find((one) => one.id === changeId),
    enabled: changeId !== null
  })

export const useScreenshots = (id: string) =>
  useQuery({
    queryKey: [...pageKey(id), "screenshots"],
    queryFn: ({ signal }) => pageEndpoints.screenshots(id, signal),
    refetchInterval: EVERY.slow
  })

export const usePageTimeline = (id: string, range: TimelineRange) =>
  useQuery({
    queryKey: [...pageKey(id), "timeline", range],
    queryFn: ({ signal }) => pageEndpoints.timeline(id, range, signal),
    refetchInterval: EVERY.slow,
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined)
  })

/** Replaces the cached record of a page after a change, keeps its diagnosis, and reloads the lists. */
export const storePage = (page: PageMonitor): void => {
  queryClient.setQueryData<PageDetails>([...pageKey(page.id), "record"], (known) => ({
    ...page,
    diagnosis: page.lastError === null ? null : (known?.diagnosis ?? null)
  }))
  void refresh()
}

export const refreshPage = (id: string): Promise<void> => queryClient.invalidateQueries({ queryKey: pageKey(id) })

const marked =
  (isSeen: boolean, changeId: string | null) =>
  (change: PageChange): PageChange =>
    changeId === null || change.id === changeId ? { ...change, isSeen } : change

/**
 * Marks one change as seen or unseen. A `changeId` of null marks all changes as seen. The screen shows the new mark
 * before the service responds.
 */
export const markSeen = async (id: string, changeId: string | null, isSeen: boolean): Promise<void> => {
  const mark = marked(isSeen, changeId)
  queryClient.setQueryData<ReadonlyArray<PageChange>>(changesKey(id), (changes) => changes?.map(mark))
  if (changeId !== null) {
    queryClient.setQueryData<PageChange>(changeKey(id, changeId), (change) =>
      change === undefined ? change : mark(change)
    )
  }
  try {
    await (changeId === null ? pageEndpoints.setAllSeen(id) : pageEndpoints.setSeen(id, changeId, isSeen))
  } finally {
    await Promise.all([refreshPage(id), refresh()])
  }
}

type IgnoredLine = PageMonitor["ignoreLines"][number]

const isSameRule =
  (rule: IgnoredLine) =>
  (other: IgnoredLine): boolean =>
    (other.ignoreCase ?? false) === (rule.ignoreCase ?? false) &&
    ("matches" in rule
      ? "matches" in other && other.matches === rule.matches
      : "text" in other && other.text === rule.text)

/** Adds a rule that ignores lines of a page from now on. Returns whether the rule is new. Keeps all existing rules. */
export const ignoreLines = async (id: string, rule: IgnoredLine): Promise<boolean> => {
  const { ignoreLines: rules } = await pageEndpoints.page(id)
  if (rules.some(isSameRule(rule))) return false
  storePage(await pageEndpoints.update(id, { ignoreLines: [...rules, rule] }))
  return true
}

export const watchLines = async (id: string, rule: IgnoredLine): Promise<void> => {
  const { ignoreLines: rules } = await pageEndpoints.page(id)
  const isSame = isSameRule(rule)
  storePage(await pageEndpoints.update(id, { ignoreLines: rules.filter((other) => !isSame(other)) }))
}
