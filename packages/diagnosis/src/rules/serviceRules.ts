import { outside } from "../words/Text.ts"
import {
  explainedElsewhere,
  isPing,
  leadsElsewhere,
  neighboursFail,
  neighboursWork,
  outcomeIs,
  ownNetworkWorks
} from "./commonSignals.ts"
import { expectationFails } from "./contentRules.ts"
import { rule, signal, when, worth } from "./Rule.ts"

const accepts = signal("port_accepts", "check.phases", 15, ({ facts }) =>
  when(typeof facts.check?.phases?.connectMs === "number")
)

const reports = signal("check_reports", "check.message", 5, ({ facts }) => {
  const message = (facts.check?.message ?? "").replace(/\.$/u, "")
  return when(message !== "", { message: outside(message) })
})

const unanswered = outcomeIs(60, "closed_unanswered", "header_timeout", "body_timeout")

const elsewhere = [...leadsElsewhere, ...explainedElsewhere]

export const serviceRules = [
  rule("service_silent", {
    grounds: [{ ...unanswered, find: (view) => (isPing(view) ? null : unanswered.find(view)) }],
    supports: [accepts, reports, worth(5, ownNetworkWorks), neighboursFail, neighboursWork],
    against: elsewhere
  }),
  rule("service_refuses", {
    grounds: [outcomeIs(75, "service_refused", "http_status")],
    supports: [reports],
    against: elsewhere
  }),
  rule("login_refused", {
    grounds: [outcomeIs(80, "login_refused")],
    supports: [reports],
    against: elsewhere
  }),
  rule("wrong_answer", {
    grounds: [outcomeIs(75, "wrong_answer"), worth(60, expectationFails)],
    supports: [reports],
    against: elsewhere
  }),
  rule("other_protocol", {
    grounds: [outcomeIs(60, "protocol_error", "too_large")],
    supports: [reports, worth(10, accepts)],
    against: elsewhere
  })
]
