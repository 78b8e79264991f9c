import { domainFields } from "@mon/model"
import { monitorInputs, urlInput } from "./MonitorInput.ts"

/** The bodies of the requests about domains. */
export const domainInputs = monitorInputs("domain", {
  fields: domainFields,
  about: "A domain to monitor.",
  target: {
    url: urlInput(
      "The domain to monitor: a host name or an http(s) URL with a public host name. If the scheme is missing, Mon adds `https://`. A URL with a user name or password is rejected. Mon removes the query and the fragment.",
      "example.com"
    )
  }
})

/** The body of `POST /domains`. The service sets the defaults. */
export type CreateDomain = typeof domainInputs.Create.Type

/** The body of `PATCH /domains/:id`. Only the fields that it contains change. */
export type UpdateDomain = typeof domainInputs.Update.Type
