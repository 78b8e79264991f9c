export { type ImageDiff, type ImageDiffOptions, type Box, type RasterImage } from "./image/RasterImage.ts"
export { diffImages } from "./image/diffImages.ts"
export { drawOverlay } from "./image/drawOverlay.ts"
export { type RowBand, rowBands } from "./image/rowBands.ts"
export { rowHashes } from "./image/rowHashes.ts"
export { BLOCK_SIGNATURES, type BlockSignature } from "./page/BlockedPage.ts"
export type { CompareOptions, CompareRule, MinimumChange, TextTrigger } from "./page/CompareOptions.ts"
export { comparePages, type PageComparison } from "./page/comparePages.ts"
export { decodeBody } from "./page/decodeBody.ts"
export { type ExplainedPage, explainPage, type LeavingOption, type LeftOut } from "./page/explainPage.ts"
export { type HtmlText, htmlText, type HtmlTextOptions } from "./page/htmlText.ts"
export { jsonLines } from "./page/jsonText.ts"
export type { LinePattern } from "./page/LinePattern.ts"
export { type NoiseMask, type NoiseMaskName, noiseMasks } from "./page/NoiseMask.ts"
export { pageLimits, type PageOptions, EXTRACTION_VERSION } from "./page/PageOptions.ts"
export type { StoredReading, PageKind, PageReading, ReadablePage, UnreadablePage } from "./page/PageReading.ts"
export { type PageSource, readPage } from "./page/readPage.ts"
export { selectorFault } from "./page/selectorFault.ts"
export { SelectorError } from "./page/Selection.ts"
export { renderHtml } from "./render/renderHtml.ts"
export { renderEmailHtml } from "./render/renderEmailHtml.ts"
export { renderTerminal } from "./render/renderTerminal.ts"
export { renderUnified } from "./render/renderUnified.ts"
export { diffLines } from "./text/diffLines.ts"
export type { Edit, EditScript } from "./text/Edit.ts"
export { diffText } from "./text/diffText.ts"
export type { Hunk, HunkLine, Move, Span, TextDiff, TextDiffOptions } from "./text/TextDiff.ts"
export { diffJson } from "./json/diffJson.ts"
export type {
  ComparedJson,
  JsonChange,
  JsonDiff,
  JsonDiffOptions,
  JsonOperation,
  OversizedJson
} from "./json/JsonDiff.ts"
