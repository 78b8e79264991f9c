import { postPath } from "../html/posts.ts"
import {
  comingMaintenance,
  groupState,
  type Indicator,
  isOpen,
  type MaintenanceTime,
  pageIndicator
} from "../pageState.ts"
import { english } from "../words/english.ts"
import { wordsOf } from "../words/words.ts"
import type {
  ComponentState,
  PostState,
  PostUpdate,
  StatusComponent,
  StatusPageDocument,
  StatusPost
} from "../StatusPageDocument.ts"
import type {
  StatuspageComponent,
  StatuspageComponentStatus,
  StatuspageIncident,
  StatuspageMaintenance,
  StatuspagePage,
  StatuspageStatus,
  StatuspageUpdate
} from "./StatuspageRecords.ts"

/** Incidents and maintenance in one answer, as at Statuspage. */
const MOST = 50

/** Statuspage has no state for "no data": readers would report an outage for any other than `operational`. */
export const componentStatus: Readonly<Record<ComponentState, StatuspageComponentStatus>> = {
  operational: "operational",
  degraded_performance: "degraded_performance",
  partial_outage: "partial_outage",
  major_outage: "major_outage",
  under_maintenance: "under_maintenance",
  unknown: "operational"
}

/** Statuspage deletes cancelled maintenance; for readers of Mon it is over. */
const postStatus = (state: PostState): Exclude<PostState, "cancelled"> => (state === "cancelled" ? "completed" : state)

const pageOf = ({ id, name, timeZone, updatedAt, url }: StatusPageDocument): StatuspagePage => ({
  id,
  name,
  url,
  time_zone: timeZone,
  updated_at: updatedAt
})

/** English whatever the language of the page: readers compare these texts. */
export const statusOf = (document: StatusPageDocument): StatuspageStatus => {
  const indicator: Indicator = pageIndicator(document)
  return { indicator, description: english.indicators[indicator] }
}

export const componentOf = (component: StatusComponent, { id }: StatusPageDocument): StatuspageComponent => ({
  id: component.id,
  name: component.name,
  status: componentStatus[component.state],
  created_at: component.createdAt,
  updated_at: component.updatedAt,
  position: component.position,
  description: component.description,
  showcase: component.days !== null,
  start_date: component.startDate,
  group_id: component.groupId,
  page_id: id,
  group: false,
  only_show_if_degraded: component.isShownOnlyIfDegraded
})

const groupsOf = ({ components, groups, id }: StatusPageDocument): ReadonlyArray<StatuspageComponent> =>
  groups.map((group) => ({
    id: group.id,
    name: group.name,
    status: componentStatus[groupState(group.id, components)],
    created_at: group.createdAt,
    updated_at: group.updatedAt,
    position: group.position,
    description: group.description,
    showcase: false,
    start_date: null,
    group_id: null,
    page_id: id,
    group: true,
    only_show_if_degraded: false,
    components: components.filter(({ groupId }) => groupId === group.id).map((component) => component.id)
  }))

const allComponents = (document: StatusPageDocument): ReadonlyArray<StatuspageComponent> =>
  [...document.components.map((one) => componentOf(one, document)), ...groupsOf(document)].toSorted(
    (one, other) => one.position - other.position
  )

const affected = (ids: ReadonlyArray<string>, document: StatusPageDocument): ReadonlyArray<StatuspageComponent> =>
  document.components.filter(({ id }) => ids.includes(id)).map((one) => componentOf(one, document))

const updateOf = (update: PostUpdate, post: StatusPost, document: StatusPageDocument): StatuspageUpdate => {
  const names = new Map(document.components.map(({ id, name }) => [id, name]))
  const changes = update.changes.flatMap(({ componentId, newState, oldState }) => {
    const name = names.get(componentId)
    return name === undefined
      ? []
      : [
          {
            code: componentId,
            name,
            old_status: componentStatus[oldState],
            new_status: componentStatus[newState]
          }
        ]
  })
  return {
    id: update.id,
    status: postStatus(update.state),
    body: update.body,
    incident_id: post.id,
    created_at: update.createdAt,
    updated_at: update.updatedAt,
    display_at: update.displayAt,
    affected_components: changes.length === 0 ? null : changes,
    deliver_notifications: update.notifiesSubscribers
  }
}

export const incidentOf = (post: StatusPost, document: StatusPageDocument): StatuspageIncident => ({
  id: post.id,
  name: post.title,
  status: postStatus(post.state),
  created_at: post.createdAt,
  updated_at: post.updatedAt,
  monitoring_at: post.monitoringAt,
  resolved_at: post.resolvedAt,
  impact: post.impact,
  shortlink: `${document.url}/${postPath(post)}`,
  started_at: post.startedAt,
  page_id: document.id,
  incident_updates: post.updates.map((update) => updateOf(update, post, document)),
  components: affected(post.componentIds, document)
})

export const maintenanceOf = (post: StatusPost, document: StatusPageDocument): StatuspageMaintenance => ({
  ...incidentOf(post, document),
  impact: "maintenance",
  scheduled_for: post.scheduledFor ?? post.startedAt,
  scheduled_until: post.scheduledUntil ?? post.scheduledFor ?? post.startedAt
})

/** A time of a window, which nobody has written a post about. */
const maintenanceOfWindow = (time: MaintenanceTime, document: StatusPageDocument): StatuspageMaintenance => {
  const name = time.title ?? wordsOf(document.language).maintenance
  const status = time.isActive ? "in_progress" : "scheduled"
  const at = document.updatedAt < time.startsAt ? document.updatedAt : time.startsAt
  return {
    id: time.id,
    name,
    status,
    created_at: at,
    updated_at: at,
    monitoring_at: null,
    resolved_at: null,
    impact: "maintenance",
    shortlink: `${document.url}/maintenance/`,
    started_at: time.startsAt,
    page_id: document.id,
    incident_updates: [
      {
        id: `${time.id}-1`,
        status,
        body: name,
        incident_id: time.id,
        created_at: at,
        updated_at: at,
        display_at: at,
        affected_components: null,
        deliver_notifications: false
      }
    ],
    components: affected(time.componentIds, document),
    scheduled_for: time.startsAt,
    scheduled_until: time.endsAt
  }
}

const incidentsOf = (document: StatusPageDocument): ReadonlyArray<StatuspageIncident> =>
  document.posts.filter(({ kind }) => kind === "incident").map((post) => incidentOf(post, document))

const comingOf = (document: StatusPageDocument, isActive: boolean): ReadonlyArray<StatuspageMaintenance> =>
  comingMaintenance(document)
    .filter((time) => time.isActive === isActive)
    .map((time) => (time.post === null ? maintenanceOfWindow(time, document) : maintenanceOf(time.post, document)))

const most = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> => list.slice(0, MOST)

const unresolvedOf = (document: StatusPageDocument) =>
  incidentsOf(document).filter(({ status }) => isOpen({ state: status }))

const overOf = (document: StatusPageDocument): ReadonlyArray<StatuspageMaintenance> =>
  document.posts
    .filter((post) => post.kind === "maintenance" && !isOpen(post))
    .map((post) => maintenanceOf(post, document))

/** What each answer holds beside the page. */
const answers = {
  summary: (document) => ({
    components: allComponents(document),
    incidents: unresolvedOf(document),
    scheduled_maintenances: most([...comingOf(document, true), ...comingOf(document, false)]),
    status: statusOf(document)
  }),
  status: (document) => ({ status: statusOf(document) }),
  components: (document) => ({ components: allComponents(document) }),
  incidents: (document) => ({ incidents: most(incidentsOf(document)) }),
  "incidents/unresolved": (document) => ({ incidents: unresolvedOf(document) }),
  "scheduled-maintenances": (document) => ({
    scheduled_maintenances: most([...comingOf(document, true), ...comingOf(document, false), ...overOf(document)])
  }),
  "scheduled-maintenances/upcoming": (document) => ({ scheduled_maintenances: most(comingOf(document, false)) }),
  "scheduled-maintenances/active": (document) => ({ scheduled_maintenances: most(comingOf(document, true)) })
} as const satisfies Readonly<Record<string, (document: StatusPageDocument) => object>>

/** The name of an answer of Statuspage's public API, version 2: its path below `api/v2/`, without `.json`. */
export type StatuspageName = keyof typeof answers

/** All names of answers. */
export const statuspageNames = Object.keys(answers) as ReadonlyArray<StatuspageName>

/** An answer of the public API of Statuspage, version 2. */
export const statuspageAnswer = (name: StatuspageName, document: StatusPageDocument): object => ({
  page: pageOf(document),
  ...answers[name](document)
})
