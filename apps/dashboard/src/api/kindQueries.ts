import type { MonitorRecord } from "@mon/model"
import { useQuery } from "@tanstack/react-query"
import { refresh } from "./changes.ts"
import type { GeneralKind } from "./generalKinds.ts"
import { kindEndpoints } from "./kindEndpoints.ts"
import { queryClient } from "./queries.ts"

/** The interval at which an open monitor is reloaded, in milliseconds. */
const OFTEN = 15_000

/**
 * Returns the cache key of a monitor's record. An event reloads every query whose key begins with the kind and the id
 * of the monitor.
 */
const recordKey = (kind: GeneralKind, id: string) => [kind, id, "record"] as const

export const useRecord = <Kind extends GeneralKind>(kind: Kind, id: string) =>
  useQuery({
    queryKey: recordKey(kind, id),
    queryFn: ({ signal }) => kindEndpoints(kind).get(id, signal),
    refetchInterval: OFTEN
  })

export const storeRecord = <Kind extends GeneralKind>(kind: Kind, record: MonitorRecord<Kind>): void => {
  queryClient.setQueryData(recordKey(kind, record.id), record)
  void refresh()
}
