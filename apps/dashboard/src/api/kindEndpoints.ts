import type { Incident, KindWithIncidents, MonitorRecord, Timeline, TimelineRange } from "@mon/model"
import { monitorKinds } from "@mon/model/facts"
import { change, read } from "./client.ts"
import { type Answer, byId } from "./endpoints.ts"
import type { GeneralKind } from "./generalKinds.ts"

type Values = Readonly<Record<string, unknown>>

/** Returns the path of one monitor in the API. */
export const apiPath = (kind: KindWithIncidents, id: string, rest = ""): string =>
  byId(`/${monitorKinds[kind].plural}`, id, rest)

/** The calls that are the same for all kinds with incidents. */
export const incidentEndpoints = {
  incidents: (kind: KindWithIncidents, id: string, signal?: AbortSignal) =>
    read<ReadonlyArray<Incident>>(apiPath(kind, id, "/incidents"), signal),
  timeline: (kind: KindWithIncidents, id: string, range: TimelineRange, signal?: AbortSignal) =>
    read<Timeline>(apiPath(kind, id, `/timeline?range=${range}`), signal)
} as const

/** Returns the calls of the screens of a kind. */
export const kindEndpoints = <Kind extends GeneralKind>(kind: Kind) => {
  type Item = MonitorRecord<Kind>
  const root = `/${monitorKinds[kind].plural}`
  const path = (id: string, rest?: string) => apiPath(kind, id, rest)
  return {
    get: (id: string, signal?: AbortSignal) => read<Item>(path(id), signal),
    create: (values: Values) => change<Item>("POST", root, values),
    update: (id: string, changes: Values) => change<Item>("PATCH", path(id), changes),
    setTags: (id: string, tagIds: ReadonlyArray<string>) => change<Item>("PUT", path(id, "/tags"), { tagIds }),
    pause: (id: string) => change<Item>("POST", path(id, "/pause")),
    resume: (id: string) => change<Item>("POST", path(id, "/resume")),
    undoPause: (id: string) => change<Item>("POST", path(id, "/resume?undo=true")),
    remove: (ids: ReadonlyArray<string>) =>
      change<Answer<"domains", "bulkRemove">>("DELETE", `${root}/bulk`, {
        [`${kind}Ids`]: ids,
        confirmation: "DELETE"
      })
  } as const
}
