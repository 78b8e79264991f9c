import type { SimulationResultRecord } from "@mon/api-contract"
import type { SharedSimulation } from "@mon/core-store"
import { html } from "@mon/status-page"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { frameOf } from "../page/session.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageEndpoint.ts"
import { timeOr } from "../page/time.ts"
import { PRIVATE_HEADERS } from "./codePage.ts"
import {
  breakdownSection,
  outcomeSection,
  qualitySection,
  routingSection,
  sendersSection,
  suggestionsSection,
  summarySection
} from "./resultSections.ts"

/** The results of a simulation, shown after the code was entered. */
export const resultsPage = (
  request: PageRequest,
  { completedAt, name, timeZone }: SharedSimulation,
  results: SimulationResultRecord
): HttpResponse =>
  page({
    title: name,
    frame: frameOf(request, null),
    headers: PRIVATE_HEADERS,
    body: html`<main class="report">
      <h1>${name}</h1>
      <p class="lead">Campaign simulation from ${timeOr(completedAt?.toISOString() ?? null, timeZone)}</p>
      ${summarySection(results)} ${outcomeSection(results)}
      ${breakdownSection("providers", "Mailbox providers", "Provider", results.breakdown.byProvider)}
      ${breakdownSection("gateways", "Mail gateways", "Gateway", results.breakdown.byGateway)}
      ${breakdownSection("classes", "Entry types", "Class", results.breakdown.byClassification)}
      ${sendersSection(results)} ${routingSection(results)} ${suggestionsSection(results)} ${qualitySection(results)}
    </main>`
  })
