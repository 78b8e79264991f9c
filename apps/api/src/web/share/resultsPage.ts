import type { SimulationResultRecord } from "@mon/api-contract"
import type { SharedSimulation } from "@mon/core-store"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { frameOf } from "../page/session.ts"
import { html } from "../page/Html.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageRoute.ts"
import { timeOr } from "../page/time.ts"
import { PRIVATELY } from "./codePage.ts"
import {
  breakdownSection,
  outcomeSection,
  qualitySection,
  routingSection,
  sendersSection,
  suggestionsSection,
  summarySection
} from "./resultSections.ts"

/** The results of a simulation for who has entered the code. */
export const resultsPage = (
  request: PageRequest,
  { completedAt, name }: SharedSimulation,
  results: SimulationResultRecord
): HttpResponse =>
  page({
    title: name,
    frame: frameOf(request, null),
    headers: PRIVATELY,
    body: html`<main class="report">
      <h1>${name}</h1>
      <p class="lead">Campaign simulation of ${timeOr(completedAt?.toISOString() ?? null, "UTC")}</p>
      ${summarySection(results)} ${outcomeSection(results)}
      ${breakdownSection("providers", "Whose mailboxes", "Provider", results.breakdown.byProvider)}
      ${breakdownSection("gateways", "Behind which gateways", "Gateway", results.breakdown.byGateway)}
      ${breakdownSection("classes", "What the entries are", "Class", results.breakdown.byClassification)}
      ${sendersSection(results)} ${routingSection(results)} ${suggestionsSection(results)} ${qualitySection(results)}
    </main>`
  })
