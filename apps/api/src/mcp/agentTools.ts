import type { Tool } from "./Tool.ts"
import { accountOverview } from "./agentTools/accountOverview.ts"
import { applyConfig, planConfig } from "./agentTools/config.ts"
import { checkDisposableEmail, checkEmailHealth } from "./agentTools/emailHealth.ts"
import { explainIncident, listIncidents, showIncident } from "./agentTools/incidents.ts"
import { listMonitors, showMonitor } from "./agentTools/monitors.ts"
import { whoIsOnCall, whoWouldBeAlerted } from "./agentTools/onCall.ts"
import { pageChanges } from "./agentTools/pageChanges.ts"
import { listChannels, listStatusPages } from "./agentTools/publication.ts"
import { responseTimes } from "./agentTools/responseTimes.ts"

/** All tools, in the order in which clients list them. */
export const tools: ReadonlyArray<Tool> = [
  accountOverview,
  listMonitors,
  showMonitor,
  listIncidents,
  showIncident,
  explainIncident,
  responseTimes,
  pageChanges,
  checkEmailHealth,
  checkDisposableEmail,
  whoIsOnCall,
  whoWouldBeAlerted,
  listStatusPages,
  listChannels,
  planConfig,
  applyConfig
]
