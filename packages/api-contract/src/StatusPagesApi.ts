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
    "Creates a status page with its groups and components. Readers can open it immediately, at the address in `url`."
  )
)

const preview = HttpApiEndpoint.post("preview", "/status-pages/preview", {
  payload: PreviewStatusPage,
  success: ok(
    Schema.Record(Schema.String, Schema.Json).annotate({
      identifier: "StatusPageDocument",
      title: "StatusPageDocument",
      description:
        "Everything that readers would see. This is the `StatusPageDocument` from which the package @mon/status-page writes every public format."
    })
  ),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge, Unavailable]
}).annotateMerge(
  about(
    "Preview a status page",
    "Returns what readers would see of a page, which does not have to be saved. Nothing changes."
  )
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
    "Changes only the fields in the request. `groups` and `components` replace the whole list, except that entries whose id you send are kept. If the page becomes private or moves to another address, status 200 means that its file copy is gone. Status 503 means that the change is saved but the copy still exists. Mon keeps trying to remove it."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/status-pages/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound, Unavailable]
}).annotateMerge(
  about(
    "Delete a status page",
    "Deletes the page with its components, its posts and its file copy. If the copy cannot be removed, the status is 503 and nothing is deleted."
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

export class StatusPagesApi extends HttpApiGroup.make("statusPages")
  .add(list, create, preview, get, update, remove, override)
  .annotateMerge(
    OpenApi.annotations({ title: "Status pages", description: "Pages that show readers how services are doing." })
  ) {}
