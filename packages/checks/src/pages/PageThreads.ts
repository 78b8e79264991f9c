import { type Job, jobsIn, moduleBeside } from "@mon/process-runtime/worker-pool"
import type { ExaminedPage, ExplainedLines, FetchedPage, PreviewedPage } from "./pageJobs.ts"
import type { ScreenshotPair, ScreenshotRows } from "./imageJobs.ts"
import type { VisualChange } from "@mon/model"
import type { RewrittenImage } from "@mon/screenshot"

/**
 * The time limit for reading a page. Ordinary pages take milliseconds, and the most expensive pages take about a second
 * of CPU time.
 */
const PAGE_DEADLINE_MS = 10_000
/**
 * The time limit for jobs with images. Decoding and comparing two images of full size takes about a second of CPU time.
 */
const IMAGE_DEADLINE_MS = 20_000

const pageJob = jobsIn<typeof import("./pageJobs.ts")>(moduleBeside("./pageJobs", import.meta.url))
const imageJob = jobsIn<typeof import("./imageJobs.ts")>(moduleBeside("./imageJobs", import.meta.url))

/** Decodes a logo in a thread, and encodes it again. */
export const logoJob: Job<Uint8Array, RewrittenImage | "unreadable" | "large"> = imageJob(
  "rewriteLogo",
  IMAGE_DEADLINE_MS
)

export const pageThreads: {
  readonly examinePage: Job<FetchedPage, ExaminedPage>
  readonly previewPage: Job<PreviewedPage, ExplainedLines>
  readonly hashScreenshot: Job<Uint8Array, ScreenshotRows>
  readonly compareImages: Job<ScreenshotPair, VisualChange | null>
} = {
  examinePage: pageJob("examinePage", PAGE_DEADLINE_MS),
  previewPage: pageJob("previewPage", PAGE_DEADLINE_MS),
  hashScreenshot: imageJob("hashScreenshot", IMAGE_DEADLINE_MS),
  compareImages: imageJob("compareImages", IMAGE_DEADLINE_MS)
}
