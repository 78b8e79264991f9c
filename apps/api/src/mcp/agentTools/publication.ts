import { defineTool, idCursor, presenter, recordsOf } from "../defineTool.ts"
import { fittedList } from "../fit.ts"
import type { Tool } from "../Tool.ts"

/** Returns a function that answers with a part of a list. The endpoint returns the complete list. */
const wholeList =
  (name: string, show: ReturnType<typeof presenter>): Tool["answer"] =>
  ([data], { before }) => {
    const all = recordsOf(data)
    const start = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1
    return fittedList({ name, items: all.slice(start), show, cursorOf: idCursor, hasMore: false })
  }

const before = {
  isRequired: false,
  schema: { type: "string", description: "An item's id: continue the list after it. Use `next` from a response." }
}

export const listStatusPages = defineTool({
  name: "list_status_pages",
  title: "List status pages",
  description:
    "Lists the status pages with their address, access, number of components and number of open posts. Pass `next` from a response as `before` to continue.",
  endpoints: ["statusPages.list"],
  input: () => ({ before }),
  answer: wholeList("statusPages", presenter({ endpoint: "statusPages.list" }))
})

export const listChannels = defineTool({
  name: "list_channels",
  title: "List alert channels",
  description:
    "Lists the channels that receive alerts, with the outcome of the last delivery, when deliveries started to fail, and why a channel receives nothing. Settings are not shown. Pass `next` from a response as `before` to continue.",
  endpoints: ["channels.list"],
  input: () => ({ before }),
  answer: wholeList(
    "channels",
    presenter({
      endpoint: "channels.list",
      fields: [
        "id",
        "kind",
        "name",
        "isActive",
        "stoppedBy",
        "inDefaultRoute",
        "lastDeliveryAt",
        "lastDeliveryStatus",
        "failingSince"
      ],
      codes: ["lastDeliveryStatus"]
    })
  )
})
