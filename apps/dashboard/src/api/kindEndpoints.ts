import type {
  CheckedKind,
  CheckRecord,
  Incident,
  IncidentDetails,
  IncidentRepair,
  KindWithIncidents,
  MonitorKind,
  MonitorRecord,
  Timeline,
  TimelineRange
} from "@mon/model"
import { monitorKinds } from "@mon/model/facts"
import { change, read } from "./client.ts"
import { type Answer, byId } from "./endpoints.ts"

/** A kind with incidents whose checks have a history. */
export type KindWithHistory = CheckedKind & KindWithIncidents

type Values = Readonly<Record<string, unknown>>

export const apiPath = (kind: MonitorKind, id: string, rest = ""): string =>
  byId(`/${monitorKinds[kind].plural}`, id, rest)

/** The API calls about incidents, which are identical for all kinds with incidents. */
export const incidentEndpoints = {
  incident: (id: string, signal?: AbortSignal) => read<IncidentDetails>(byId("/incidents", id), signal),
  acknowledge: (id: string, note: string | null) =>
    change<Incident>("POST", byId("/incidents", id, "/acknowledge"), { note }),
  unacknowledge: (id: string) => change<Incident>("DELETE", byId("/incidents", id, "/acknowledge")),
  verify: (id: string) => change<IncidentRepair>("POST", byId("/incidents", id, "/verify")),
  incidents: (kind: KindWithIncidents, id: string, signal?: AbortSignal) =>
    read<ReadonlyArray<Incident>>(apiPath(kind, id, "/incidents"), signal),
  history: (kind: KindWithHistory, id: string, signal?: AbortSignal) =>
    read<ReadonlyArray<CheckRecord>>(apiPath(kind, id, "/history"), signal),
  timeline: (kind: KindWithIncidents, id: string, range: TimelineRange, signal?: AbortSignal) =>
    read<Timeline>(apiPath(kind, id, `/timeline?range=${range}`), signal)
} as const

/** Returns the API calls that are identical for all kinds. */
export const kindEndpoints = <Kind extends MonitorKind>(kind: Kind) => {
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
