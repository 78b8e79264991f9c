import { monitorKinds, monitorLimits, type MonitorKind } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, OpenApi } from "./EffectHttp.ts"
import { created, ok, paged } from "./Envelope.ts"
import { BulkDeleted, BulkUpdated, Deleted } from "./Outcome.ts"
import { pageQuery } from "./PageQuery.ts"
import { undoPause } from "./Query.ts"
import { AssignTags } from "./TagInput.ts"

export const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

interface Texts {
  readonly list: string
  readonly get: string
  readonly create: readonly [summary: string, description: string]
  readonly remove: string
  readonly pause: string
}

/**
 * Returns the endpoints that every kind of monitor has. `record` is the schema of a monitor in lists and after changes.
 * `details` is the schema of the response to `GET`. `isHidden` says whether the endpoints refuse people with whom no
 * monitor is shared.
 */
export const monitorEndpoints = <
  Kind extends MonitorKind,
  Record extends Schema.Top,
  Details extends Schema.Top,
  Create extends Schema.Top,
  Update extends Schema.Top,
  BulkUpdate extends Schema.Top,
  BulkDelete extends Schema.Top
>(
  kind: Kind,
  {
    details,
    isHidden,
    inputs: { BulkDelete, BulkUpdate, Create, Update },
    record,
    texts
  }: {
    readonly record: Record
    readonly details: Details
    readonly inputs: {
      readonly Create: Create
      readonly Update: Update
      readonly BulkUpdate: BulkUpdate
      readonly BulkDelete: BulkDelete
    }
    readonly isHidden: boolean
    readonly texts: Texts
  }
) => {
  const { noun, nouns, plural } = monitorKinds[kind]
  const root = `/${plural}` as `/${(typeof monitorKinds)[Kind]["plural"]}`
  const params = {
    id: Schema.String.annotate({
      description: `Id of the ${noun}.`,
      examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
    })
  }
  const hidden = isHidden ? [Forbidden] : []
  const one = { params, success: ok(record) }
  return {
    params,
    list: HttpApiEndpoint.get("list", root, {
      query: pageQuery(monitorLimits.pageSize),
      success: paged(record),
      error: [BadRequest, ...hidden]
    }).annotateMerge(about(`List ${nouns}`, texts.list)),

    get: HttpApiEndpoint.get("get", `${root}/:id`, {
      params,
      success: ok(details),
      error: [...hidden, NotFound]
    }).annotateMerge(about(`One ${noun}`, texts.get)),

    create: HttpApiEndpoint.post("create", root, {
      payload: Create,
      success: created(record),
      error: [BadRequest, Forbidden, PayloadTooLarge]
    }).annotateMerge(about(...texts.create)),

    update: HttpApiEndpoint.patch("update", `${root}/:id`, {
      ...one,
      payload: Update,
      error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
    }).annotateMerge(about(`Change a ${noun}`, "Changes only the fields in the request.")),

    remove: HttpApiEndpoint.delete("remove", `${root}/:id`, {
      params,
      success: ok(Deleted),
      error: [Forbidden, NotFound]
    }).annotateMerge(about(`Delete a ${noun}`, texts.remove)),

    pause: HttpApiEndpoint.post("pause", `${root}/:id/pause`, {
      ...one,
      error: [Forbidden, NotFound]
    }).annotateMerge(about(`Pause a ${noun}`, texts.pause)),

    resume: HttpApiEndpoint.post("resume", `${root}/:id/resume`, {
      ...one,
      query: { undo: undoPause },
      error: [BadRequest, Forbidden, NotFound]
    }).annotateMerge(
      about(
        `Resume a ${noun}`,
        `Starts checking the ${noun} again. The state is \`unknown\` until the first check is complete.`
      )
    ),

    bulkUpdate: HttpApiEndpoint.patch("bulkUpdate", `${root}/bulk`, {
      payload: BulkUpdate,
      success: ok(BulkUpdated),
      error: [BadRequest, Forbidden, PayloadTooLarge]
    }).annotateMerge(
      about(
        `Change many ${nouns}`,
        `Applies the same change to each ${noun}, in chunks of ${monitorLimits.bulkChunk}. If a ${noun} could not be changed, \`errors\` contains an entry for it.`
      )
    ),

    bulkRemove: HttpApiEndpoint.delete("bulkRemove", `${root}/bulk`, {
      payload: BulkDelete,
      success: ok(BulkDeleted),
      error: [BadRequest, Forbidden, PayloadTooLarge]
    }).annotateMerge(
      about(
        `Delete many ${nouns}`,
        `Deletes each ${noun}. If a ${noun} could not be deleted, \`errors\` contains an entry for it.`
      )
    ),

    setTags: HttpApiEndpoint.put("setTags", `${root}/:id/tags`, {
      ...one,
      payload: AssignTags,
      error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
    }).annotateMerge(about(`Tag a ${noun}`, `Replaces all tags of the ${noun}. An empty array removes all tags.`))
  }
}
