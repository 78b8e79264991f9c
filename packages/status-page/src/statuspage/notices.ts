import { ByteBudget } from "../ByteBudget.ts"
import type { StatusPageDocument } from "../StatusPageDocument.ts"
import type {
  StatuspageComponent,
  StatuspageComponentStatus,
  StatuspageIncident,
  StatuspageMaintenance
} from "./StatuspageRecords.ts"
import { componentOf, componentStatus, recordOf, statusOf, updateOf } from "./statuspageJson.ts"

/** The fields at the beginning of every notice that is sent to a webhook. */
export interface NoticeMeta {
  /** The address at which the receiver can unsubscribe from notices. */
  readonly unsubscribe: string
  /** The address of a page that describes the format. */
  readonly documentation: string
}

interface NoticePage {
  readonly id: string
  readonly status_indicator: string
  readonly status_description: string
}

/** The notice of a post with its updates, in the form that Statuspage sends to webhooks. */
export interface IncidentNotice {
  readonly meta: NoticeMeta
  readonly page: NoticePage
  readonly incident: StatuspageIncident | StatuspageMaintenance
}

/** The notice of a component's change, in the form that Statuspage sends to webhooks. */
export interface ComponentNotice {
  readonly meta: NoticeMeta
  readonly page: NoticePage
  readonly component_update: {
    readonly id: string
    readonly component_id: string
    readonly old_status: StatuspageComponentStatus
    readonly new_status: StatuspageComponentStatus
    readonly created_at: string
  }
  readonly component: StatuspageComponent
}

/** The maximum size of the updates in a notice, in bytes. The newest update is included even if it is longer. */
const LONGEST = 48_000

const pageOf = (document: StatusPageDocument): NoticePage => {
  const { description, indicator } = statusOf(document)
  return { id: document.id, status_indicator: indicator, status_description: description }
}

/** Returns the notice of a post. Null if the post is not visible to readers of the page. */
export const incidentNotice = (
  document: StatusPageDocument,
  postId: string,
  meta: NoticeMeta
): IncidentNotice | null => {
  const post = document.posts.find(({ id }) => id === postId)
  if (post === undefined) return null
  const [newest] = post.updates
  const record = newest === undefined ? null : updateOf(newest, post, document)
  const newestBytes = new TextEncoder().encode(JSON.stringify(record)).length
  return {
    meta,
    page: pageOf(document),
    incident: recordOf(post, document, new ByteBudget(Math.max(LONGEST, newestBytes)))
  }
}

/**
 * Returns the notice of a component whose state an update has changed. Null if the change is not visible to readers.
 */
export const componentNotice = (
  document: StatusPageDocument,
  { componentId, updateId }: { readonly updateId: string; readonly componentId: string },
  meta: NoticeMeta
): ComponentNotice | null => {
  const update = document.posts.flatMap(({ updates }) => updates).find(({ id }) => id === updateId)
  const change = update?.changes.find((one) => one.componentId === componentId)
  const component = document.components.find(({ id }) => id === componentId)
  if (update === undefined || change === undefined || component === undefined) return null
  return {
    meta,
    page: pageOf(document),
    component_update: {
      id: update.id,
      component_id: componentId,
      old_status: componentStatus[change.oldState],
      new_status: componentStatus[change.newState],
      created_at: update.createdAt
    },
    component: componentOf(component, document)
  }
}
