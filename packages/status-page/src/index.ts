export { type ComponentConditions, componentState, type MonitorCondition, worstState } from "./componentState.ts"
export type {
  ComponentChange,
  ComponentDay,
  ComponentGroup,
  ComponentState,
  Impact,
  NamedMonitor,
  PostState,
  PostUpdate,
  StatusComponent,
  StatusPageColors,
  StatusPageDocument,
  StatusPageLanguage,
  StatusPageLink,
  StatusPageLogo,
  StatusPost,
  StatusWindow,
  WindowOccurrence
} from "./StatusPageDocument.ts"
export { componentDays, DAYS_SHOWN, type MonitorDay, uptimePercentOf } from "./uptime.ts"
export { type Recurring, recurrenceText } from "./words/recurrenceText.ts"
export { momentText } from "./words/times.ts"
export { wordsOf } from "./words/words.ts"
export { postPath } from "./html/posts.ts"
export {
  type ComponentNotice,
  componentNotice,
  type IncidentNotice,
  incidentNotice,
  type NoticeMeta
} from "./statuspage/notices.ts"
export { type PageFile, pageFiles } from "./pageFiles.ts"
export { documentLimits } from "./documentLimits.ts"
export { type Indicator, pageIndicator } from "./pageState.ts"
export { logoPath } from "./html/frame.ts"
export { Html, html, type HtmlPart } from "./html/Html.ts"
export { contrastOf } from "./html/colors.ts"
export { styleSheet } from "./html/style.ts"
export type { PageOptions } from "./html/statusPage.ts"
