import type { AvailabilityReport } from "@mon/model"
import { Screenshots } from "@mon/screenshot/effect"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { reportDocument, type ReportDocumentSubject } from "./reportDocument.ts"

const PRINT_MS = 20_000

/** The maximum number of pages that the browser prints. Even a report about thousands of domains has fewer. */
const MOST_PAGES = 500

export type PrintedReport =
  | { readonly _tag: "Printed"; readonly pdf: Uint8Array }
  | { readonly _tag: "NoBrowser"; readonly message: string }
  | { readonly _tag: "Failed"; readonly message: string }

/** Prints reports in the browser that takes screenshots, without a network and without scripts. */
export class ReportPrinter extends Context.Service<
  ReportPrinter,
  {
    /** Prints a report. Never fails, because the result contains the reason if the report could not be printed. */
    readonly print: (report: AvailabilityReport, subject: ReportDocumentSubject) => Effect.Effect<PrintedReport>
  }
>()("@mon/notifications/ReportPrinter") {
  static readonly layer: Layer.Layer<ReportPrinter, never, Screenshots> = Layer.effect(
    ReportPrinter,
    Effect.map(Screenshots, (browser) =>
      ReportPrinter.of({
        print: Effect.fn("ReportPrinter.print")(function* (report, subject) {
          const printed = yield* browser.pdf({
            content: reportDocument(report, subject),
            maxPages: MOST_PAGES,
            timeoutMs: PRINT_MS
          })
          if (printed.status === "printed") return { _tag: "Printed", pdf: printed.bytes } as const
          return { _tag: printed.status === "unavailable" ? "NoBrowser" : "Failed", message: printed.message } as const
        })
      })
    )
  )

  static readonly layerNone: Layer.Layer<ReportPrinter> = Layer.succeed(ReportPrinter, {
    print: () => Effect.succeed({ _tag: "NoBrowser", message: "There is no browser." })
  })
}
