import type { IncidentToPost, PageToPost } from "@mon/core-store"
import { type CauseClass, diagnose, KNOWN_FROM, readDiagnosisFacts } from "@mon/diagnosis"
import type { StatusPostDraft } from "@mon/model"
import { momentText } from "@mon/status-page"
import { namesText, type PublicCause, publicWords, titleOf } from "./publicWords.ts"

/**
 * The cause that readers of a status page are shown, by the actual cause. Null if they are shown no cause, because it
 * is confidential or because only Mon's checks fail.
 */
const publicCauses: Readonly<Record<CauseClass, PublicCause | null>> = {
  registration_expired: "name",
  registration_on_hold: "name",
  registration_deleted: "name",
  delegation_changed: "name",
  delegation_lame: "name",
  name_servers_silent: "name",
  dnssec_broken: "name",
  address_removed: "name",
  address_changed: "name",
  cname_changed: "name",
  cname_dangling: "name",
  address_not_public: "name",
  name_servers_differ: "name",
  connection_refused: "connection",
  connection_filtered: "connection",
  server_silent: "connection",
  connection_reset: "connection",
  ipv6_broken: "some_networks",
  one_location: "some_networks",
  one_provider: "some_networks",
  own_network: null,
  certificate_expired: "encryption",
  certificate_for_other_name: "encryption",
  wrong_virtual_host: "encryption",
  chain_incomplete: "encryption",
  certificate_untrusted: "encryption",
  clock_wrong: "encryption",
  tls_too_old: "encryption",
  tls_handshake_failed: "encryption",
  error_after_deployment: "errors",
  bad_gateway: "errors",
  service_unavailable: "errors",
  gateway_timeout: "errors",
  cdn_origin_error: "errors",
  host_error_page: "errors",
  redirect_loop: "errors",
  redirect_to_other_host: "errors",
  overload: "load",
  bot_wall: null,
  login_wall: null,
  parked_page: "name",
  suspended_page: "errors",
  application_error: "errors",
  expected_text_gone: "errors",
  page_gone: "errors",
  shared_cause: null,
  monitor_edited: null,
  planned_maintenance: null,
  service_silent: "errors",
  service_refuses: "errors",
  login_refused: null,
  wrong_answer: "errors",
  other_protocol: "errors",
  mx_moved: null,
  spf_broken: null,
  spf_too_many_lookups: null,
  dkim_key_gone: null,
  dkim_key_rotated: null,
  dmarc_weakened: null,
  new_listing: null,
  mx_tls_broken: null
}

/**
 * Returns the most likely cause, if it is known. Ignores `shared_cause`, because it does not show where the cause is.
 */
const causeOf = (stored: unknown): PublicCause | null => {
  const facts = readDiagnosisFacts(stored)
  if (facts === null) return null
  const cause = diagnose(facts).causes.find((one) => one.class !== "shared_cause")
  return cause !== undefined && cause.confidence >= KNOWN_FROM / 100 ? publicCauses[cause.class] : null
}

const stateOf = ({ isRecovering, resolvedAt }: IncidentToPost, cause: PublicCause | null) => {
  if (resolvedAt !== null) return "resolved"
  if (isRecovering) return "monitoring"
  return cause === null ? "investigating" : "identified"
}

/**
 * Makes a draft of a post about an incident, in the language of the page. A person reads the draft before it is
 * published. The draft contains only names of components, times and Mon's own sentences, and nothing that a check
 * received.
 */
export const postDraft = (
  { language, timezone }: Pick<PageToPost, "language" | "timezone">,
  incident: IncidentToPost
): StatusPostDraft => {
  const words = publicWords[language]
  const cause = causeOf(incident.diagnosisFacts)
  const state = stateOf(incident, cause)
  const names = incident.components.map(({ name }) => name)
  const shown = namesText(names, words)
  const moment = (time: Date) => momentText(time.toISOString(), language, timezone)
  const began = moment(incident.startedAt)
  const known = cause === null ? [] : [words.cause(words.causes[cause])]
  const working = incident.isAcknowledged ? [words.working] : []
  const likely = cause === null ? [] : [words.identified(words.causes[cause])]
  const bodies = {
    investigating: () => [words.since(shown, began), ...working],
    identified: () => [words.since(shown, began), ...likely, ...working],
    monitoring: () => [words.monitoring(shown, began), ...known],
    resolved: () => [words.over(shown, began, moment(incident.resolvedAt ?? incident.startedAt)), ...known]
  }
  return {
    incidentId: incident.id,
    monitorName: incident.monitorName,
    title: titleOf(names, words),
    state,
    impact: cause === "some_networks" ? "minor" : "major",
    body: bodies[state]().join(" "),
    startedAt: incident.startedAt.toISOString(),
    componentIds: incident.components.map(({ id }) => id)
  }
}
