import { pageFields } from "@mon/model"
import { monitorInputs, urlInput } from "./MonitorInput.ts"

/** The bodies of the requests about pages. */
export const pageInputs = monitorInputs("url", {
  fields: pageFields,
  about: "A page to monitor.",
  target: {
    url: urlInput(
      "The page to monitor: a host name or an http(s) URL with a public host name. If the scheme is missing, Mon adds `https://`. A URL with a user name or password is rejected. Mon removes the fragment.",
      "https://example.com/pricing"
    )
  }
})

/** The body of `POST /urls`. The service sets the defaults. */
export type CreatePage = typeof pageInputs.Create.Type

/** The body of `PATCH /urls/:id`. Only the fields that it contains change. */
export type UpdatePage = typeof pageInputs.Update.Type
