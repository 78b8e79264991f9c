import { alertSources } from "./alertSources.ts"
import { baseline } from "./baseline/index.ts"
import { contacts } from "./contacts.ts"
import { earlier, unlessEarlier } from "./earlier/index.ts"
import { heartbeatFilters } from "./heartbeatFilters.ts"
import { heartbeatKeys } from "./heartbeatKeys.ts"
import { heartbeatReminders } from "./heartbeatReminders.ts"
import { heartbeats } from "./heartbeats.ts"
import { incidentsToObserve } from "./incidentsToObserve.ts"
import type { Migrations } from "./migrate.ts"
import { mailedPings } from "./mailedPings.ts"
import { moreKinds } from "./moreKinds.ts"
import { onCall } from "./onCall.ts"
import { onCallCalendars } from "./onCallCalendars.ts"
import { onCallRequests } from "./onCallRequests.ts"
import { onCallWatch } from "./onCallWatch.ts"
import { serviceProofs } from "./serviceProofs.ts"

/** All migrations by number and name, in ascending order. Never edit a migration that has been released. */
export const migrations: Migrations = {
  ...earlier,
  "0095_baseline": unlessEarlier(baseline),
  "0096_more_kinds": moreKinds,
  "0097_heartbeats": heartbeats,
  "0098_heartbeat_reminders": heartbeatReminders,
  "0099_heartbeat_keys": heartbeatKeys,
  "0100_heartbeat_filters": heartbeatFilters,
  "0101_mailed_pings": mailedPings,
  "0102_service_proofs": serviceProofs,
  "0103_incidents_to_observe": incidentsToObserve,
  "0104_on_call": onCall,
  "0105_on_call_watch": onCallWatch,
  "0106_alert_sources": alertSources,
  "0107_contacts": contacts,
  "0108_on_call_calendars": onCallCalendars,
  "0109_on_call_requests": onCallRequests
}
