import type { MonitorRecord } from "@mon/model"
import { useQuery } from "@tanstack/react-query"
import { refresh } from "./changes.ts"
import type { GeneralKind } from "./generalKinds.ts"
import { kindEndpoints } from "./kindEndpoints.ts"
import { queryClient } from "./queries.ts"

/** The interval at which an open monitor is reloaded, in milliseconds. */
const OFTEN = 15_000

/**
 * Returns the cache key of a monitor's record. Events about the monitor reload everything whose key begins with its
 * kind and id.
 */
const recordKey = (kind: GeneralKind, id: string) => [kind, id, "record"] as const

/** Reads a monitor. */
export const useRecord = <Kind extends GeneralKind>(kind: Kind, id: string) =>
  useQuery({
    queryKey: recordKey(kind, id),
    queryFn: ({ signal }) => kindEndpoints(kind).get(id, signal),
    refetchInterval: OFTEN
  })

/** Replaces the cached record of a monitor after a change, and reloads the lists of monitors. */
export const storeRecord = <Kind extends GeneralKind>(kind: Kind, record: MonitorRecord<Kind>): void => {
  queryClient.setQueryData(recordKey(kind, record.id), record)
  void refresh()
}
