import { ByteBudget, fitting } from "../ByteBudget.ts"
import { componentNames } from "../componentNames.ts"
import { documentLimits } from "../documentLimits.ts"
import { postPath } from "../html/posts.ts"
import {
  comingMaintenance,
  groupState,
  type Indicator,
  isOpen,
  type MaintenanceTime,
  pageHeadline,
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

/**
 * The states of a component in Statuspage's terms. Statuspage has no state for missing data, and readers would
 * interpret any state except `operational` as an outage.
 */
export const componentStatus: Readonly<Record<ComponentState, StatuspageComponentStatus>> = {
  operational: "operational",
  degraded_performance: "degraded_performance",
  partial_outage: "partial_outage",
  major_outage: "major_outage",
  under_maintenance: "under_maintenance",
  unknown: "operational"
}

/**
 * Returns the state of a post in Statuspage's terms. Cancelled maintenance counts as completed, although Statuspage
 * deletes cancelled maintenance.
 */
const postStatus = (state: PostState): Exclude<PostState, "cancelled"> => (state === "cancelled" ? "completed" : state)

const pageOf = ({ id, name, timeZone, updatedAt, url }: StatusPageDocument): StatuspagePage => ({
  id,
  name,
  url,
  time_zone: timeZone,
  updated_at: updatedAt
})

/** Returns the status of a page, with an English text in every language, because programs compare the text. */
export const statusOf = (document: StatusPageDocument): StatuspageStatus => {
  const indicator: Indicator = pageIndicator(document)
  return { indicator, description: english.headlines[pageHeadline(document)] }
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

const affected = (ids: ReadonlyArray<string>, document: StatusPageDocument): ReadonlyArray<StatuspageComponent> => {
  const wanted = new Set(ids)
  return document.components.filter(({ id }) => wanted.has(id)).map((one) => componentOf(one, document))
}

export const updateOf = (update: PostUpdate, post: StatusPost, document: StatusPageDocument): StatuspageUpdate => {
  const names = componentNames(document)
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

const headOf = (post: StatusPost, document: StatusPageDocument): StatuspageIncident => ({
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
  incident_updates: [],
  components: affected(post.componentIds, document)
})

const maintenanceHeadOf = (post: StatusPost, document: StatusPageDocument): StatuspageMaintenance => ({
  ...headOf(post, document),
  impact: "maintenance",
  scheduled_for: post.scheduledFor ?? post.startedAt,
  scheduled_until: post.scheduledUntil ?? post.scheduledFor ?? post.startedAt
})

export const recordOf = (
  post: StatusPost,
  document: StatusPageDocument,
  budget: ByteBudget
): StatuspageIncident | StatuspageMaintenance => ({
  ...(post.kind === "maintenance" ? maintenanceHeadOf(post, document) : headOf(post, document)),
  incident_updates: fitting(post.updates, { budget, most: post.updates.length }, (update) => {
    const record = updateOf(update, post, document)
    return budget.take(JSON.stringify(record)) ? record : null
  }).parts
})

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

type Entry = { readonly post: StatusPost } | { readonly time: MaintenanceTime }

const incidentsOf = ({ posts }: StatusPageDocument): ReadonlyArray<Entry> =>
  posts.filter(({ kind }) => kind === "incident").map((post) => ({ post }))

const unresolvedOf = ({ posts }: StatusPageDocument): ReadonlyArray<Entry> =>
  posts.filter((post) => post.kind === "incident" && isOpen(post)).map((post) => ({ post }))

const overOf = ({ posts }: StatusPageDocument): ReadonlyArray<Entry> =>
  posts.filter((post) => post.kind === "maintenance" && !isOpen(post)).map((post) => ({ post }))

const comingOf = (document: StatusPageDocument, isActive: boolean): ReadonlyArray<Entry> =>
  comingMaintenance(document)
    .filter((time) => time.isActive === isActive)
    .map((time) => (time.post === null ? { time } : { post: time.post }))

/**
 * Makes the function that writes the records of one answer. All records share one byte budget, and the first records
 * are complete.
 */
const recordsWithin = (document: StatusPageDocument) => {
  const budget = new ByteBudget(documentLimits.recordBytes)
  const within = <Record extends object>(record: Record) => (budget.take(JSON.stringify(record)) ? record : null)
  return (...entries: ReadonlyArray<Entry>): ReadonlyArray<StatuspageIncident | StatuspageMaintenance> =>
    fitting(entries, { budget, most: documentLimits.statuspageEntries }, (entry) => {
      if ("time" in entry) return within(maintenanceOfWindow(entry.time, document))
      return within(headOf(entry.post, document)) === null ? null : recordOf(entry.post, document, budget)
    }).parts
}

const answers = {
  summary: (document) => {
    const records = recordsWithin(document)
    return {
      components: allComponents(document),
      incidents: records(...unresolvedOf(document)),
      scheduled_maintenances: records(...comingOf(document, true), ...comingOf(document, false)),
      status: statusOf(document)
    }
  },
  status: (document) => ({ status: statusOf(document) }),
  components: (document) => ({ components: allComponents(document) }),
  incidents: (document) => ({ incidents: recordsWithin(document)(...incidentsOf(document)) }),
  "incidents/unresolved": (document) => ({ incidents: recordsWithin(document)(...unresolvedOf(document)) }),
  "scheduled-maintenances": (document) => ({
    scheduled_maintenances: recordsWithin(document)(
      ...comingOf(document, true),
      ...comingOf(document, false),
      ...overOf(document)
    )
  }),
  "scheduled-maintenances/upcoming": (document) => ({
    scheduled_maintenances: recordsWithin(document)(...comingOf(document, false))
  }),
  "scheduled-maintenances/active": (document) => ({
    scheduled_maintenances: recordsWithin(document)(...comingOf(document, true))
  })
} as const satisfies Readonly<Record<string, (document: StatusPageDocument) => object>>

/**
 * The name of an answer of Statuspage's public API, version 2, which is the answer's path below `api/v2/`, without
 * `.json`.
 */
export type StatuspageName = keyof typeof answers

export const statuspageNames = Object.keys(answers) as ReadonlyArray<StatuspageName>

export const statuspageAnswer = (name: StatuspageName, document: StatusPageDocument): object => ({
  page: pageOf(document),
  ...answers[name](document)
})
