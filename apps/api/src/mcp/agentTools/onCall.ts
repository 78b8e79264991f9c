import { requestTo } from "../contract.ts"
import { defineTool, oneRecord, presenter, recordsOf } from "../defineTool.ts"
import { fitted } from "../fit.ts"
import { fieldsOf } from "../input.ts"

const showNow = presenter({ endpoint: "onCall.now" })

export const whoIsOnCall = defineTool({
  name: "who_is_on_call",
  title: "Who is on call",
  description:
    "Shows who is on call in each schedule of the account, now or at another time (`at`), until when, and who is next. To find out who gets the alerts about one monitor, use `who_would_be_alerted`.",
  endpoints: ["onCall.now"],
  input: () => fieldsOf("onCall.now", ["at"]),
  requests: (given) => [requestTo("onCall.now", given)],
  answer: ([schedules]) =>
    fitted((detail) => ({
      schedules: recordsOf(schedules)
        .slice(0, detail.items)
        .map((schedule) => showNow(schedule, detail))
    }))
})

/** The paths of the fields of a simulation that contain codes. */
const simulationCodes = ["moments.recipients.kind", "recovery.kind"]

export const whoWouldBeAlerted = defineTool({
  name: "who_would_be_alerted",
  title: "Who would be alerted",
  description:
    "Shows who would get an alert about one monitor, now or at another time (`at`): the route, its steps and reminders with their recipients, such as the people on call, and what delays or stops messages. Nothing is sent. Only for keys of the account owner and admins.",
  endpoints: ["routes.simulation"],
  input: () => fieldsOf("routes.simulation", ["monitorId", "kind", "at"]),
  answer: oneRecord(presenter({ endpoint: "routes.simulation", codes: simulationCodes }))
})
