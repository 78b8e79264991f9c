import type { SimulationResultRecord } from "@mon/api-contract"
import type { SharedSimulation } from "@mon/core-store"
import { html } from "@mon/status-page"
import { germanSimulation } from "../../german/germanSimulation.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { browserLanguage } from "../page/language.ts"
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
import { shareWords } from "./shareWords.ts"

export const resultsPage = (
  request: PageRequest,
  { completedAt, name, timeZone }: SharedSimulation,
  english: SimulationResultRecord
): HttpResponse => {
  const language = browserLanguage(request)
  const results = language === "de" ? germanSimulation(english) : english
  const { breakdown } = results
  const { breakdowns, from } = shareWords[language]
  return page({
    title: name,
    language,
    frame: frameOf(request, null),
    headers: PRIVATE_HEADERS,
    body: html`<main class="report">
      <h1>${name}</h1>
      <p class="lead">${from} ${timeOr(completedAt?.toISOString() ?? null, timeZone, language)}</p>
      ${summarySection(results, language)} ${outcomeSection(results, language)}
      ${breakdownSection("providers", breakdowns.providers, breakdown.byProvider, language)}
      ${breakdownSection("gateways", breakdowns.gateways, breakdown.byGateway, language)}
      ${breakdownSection("classes", breakdowns.classes, breakdown.byClassification, language)}
      ${sendersSection(results, language)} ${routingSection(results, language)}
      ${suggestionsSection(results, language)} ${qualitySection(results, language)}
    </main>`
  })
}
