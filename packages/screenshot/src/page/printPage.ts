import type { BrowserContext, Page } from "playwright-core"
import type { PaperFormat } from "../Screenshot.ts"
import { limits } from "../ScreenshotOptions.ts"

export interface PrintPlan {
  readonly kind: "pdf"
  readonly paper: PaperFormat
  readonly landscape: boolean
  readonly marginMm: number
  readonly background: boolean
  readonly media: "print" | "screen"
  readonly maxPages: number
  /** Whether the document's `@page` rules override `paper` and `marginMm`. */
  readonly prefersPageRules: boolean
}

/** The paper sizes in millimetres: A3 to A5 (ISO 216), Letter (ANSI/ASME Y14.1) and Legal. */
const PAPERS: Readonly<Record<PaperFormat, readonly [width: number, height: number]>> = {
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6]
}
const MM_PER_INCH = 25.4
const CHUNK = 1024 * 1024

/**
 * Prints a page on at most the planned number of sheets. If the document is too large, stops reading it and returns
 * null.
 */
export const printPage = async (context: BrowserContext, page: Page, plan: PrintPlan): Promise<Uint8Array | null> => {
  await page.emulateMedia({ media: plan.media })
  const session = await context.newCDPSession(page)
  const [widthMm, heightMm] = PAPERS[plan.paper]
  const margin = plan.marginMm / MM_PER_INCH
  const { stream } = await session.send("Page.printToPDF", {
    landscape: plan.landscape,
    printBackground: plan.background,
    paperWidth: widthMm / MM_PER_INCH,
    paperHeight: heightMm / MM_PER_INCH,
    marginTop: margin,
    marginBottom: margin,
    marginLeft: margin,
    marginRight: margin,
    pageRanges: `1-${plan.maxPages}`,
    preferCSSPageSize: plan.prefersPageRules,
    generateTaggedPDF: true,
    transferMode: "ReturnAsStream"
  })
  if (stream === undefined) throw new Error("The browser returned no document.")
  const chunks: Array<Buffer> = []
  let size = 0
  for (;;) {
    const { base64Encoded, data, eof } = await session.send("IO.read", { handle: stream, size: CHUNK })
    const chunk = Buffer.from(data, base64Encoded === true ? "base64" : "latin1")
    size += chunk.length
    if (size > limits.pdfBytes) return null
    chunks.push(chunk)
    if (eof) break
  }
  await session.send("IO.close", { handle: stream })
  return Buffer.concat(chunks)
}
