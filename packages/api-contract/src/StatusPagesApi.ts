import { StatusPage, StatusPageSummary } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok } from "./Envelope.ts"
import { Deleted } from "./Outcome.ts"
import { CreateStatusPage, OverrideComponent, PreviewStatusPage, UpdateStatusPage } from "./StatusPageInput.ts"

const params = {
  id: Schema.String.annotate({
    description: "Id of the status page.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d76"]
  })
}
const componentParams = {
  ...params,
  componentId: Schema.String.annotate({
    description: "Id of the component.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d77"]
  })
}

const OWNER = "Only the account owner and admins can do this."
const about = (summary: string, description: string) =>
  OpenApi.annotations({ summary, description: `${description} ${OWNER}` })

const list = HttpApiEndpoint.get("list", "/status-pages", {
  success: ok(Schema.Array(StatusPageSummary)),
  error: [Forbidden]
}).annotateMerge(about("List status pages", "Returns the status pages of the account, oldest first."))

const create = HttpApiEndpoint.post("create", "/status-pages", {
  payload: CreateStatusPage,
  success: created(StatusPage),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about(
    "Create a status page",
    "Creates a status page with its groups and components. Readers get it at once, at the address in `url`."
  )
)

const preview = HttpApiEndpoint.post("preview", "/status-pages/preview", {
  payload: PreviewStatusPage,
  success: ok(
    Schema.Record(Schema.String, Schema.Json).annotate({
      identifier: "StatusPageDocument",
      title: "StatusPageDocument",
      description:
        "Everything that readers would see: `StatusPageDocument` of the package @mon/status-page, which writes every public format from it."
    })
  ),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about("Preview a status page", "Returns what readers would see of a page that need not be saved. Changes nothing.")
)

const get = HttpApiEndpoint.get("get", "/status-pages/:id", {
  params,
  success: ok(StatusPage),
  error: [Forbidden, NotFound]
}).annotateMerge(about("One status page", "Returns a status page with the states of its components."))

const update = HttpApiEndpoint.patch("update", "/status-pages/:id", {
  params,
  payload: UpdateStatusPage,
  success: ok(StatusPage),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about(
    "Change a status page",
    "Changes only the fields in the request. `groups` and `components` replace all of them; those whose id is given stay. If the page is now private or at another address, its copy as files is gone when the answer is 200. With 503 the change is saved, and Mon tries to remove the copy until it is gone."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/status-pages/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound, Unavailable]
}).annotateMerge(
  about(
    "Delete a status page",
    "Deletes the page with its components and posts, and its copy as files. Answers 503 and deletes nothing if the copy cannot be removed."
  )
)

const override = HttpApiEndpoint.patch("override", "/status-pages/:id/components/:componentId", {
  params: componentParams,
  payload: OverrideComponent,
  success: ok(StatusPage),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about("Set the state of a component", "Sets the state that readers see, or lets it follow monitors and maintenance.")
)

/** Status pages with their groups and components. */
export class StatusPagesApi extends HttpApiGroup.make("statusPages")
  .add(list, create, preview, get, update, remove, override)
  .annotateMerge(
    OpenApi.annotations({ title: "Status pages", description: "Pages on which readers see how services are." })
  ) {}
