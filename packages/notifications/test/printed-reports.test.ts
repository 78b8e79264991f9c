import { Screenshots } from "@mon/screenshot/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { reportDocument, type ReportDocumentSubject } from "../src/reports/reportDocument.ts"
import { ReportPrinter } from "../src/reports/ReportPrinter.ts"
import { domain, report } from "./reportFixtures.ts"

const subject: ReportDocumentSubject = {
  name: "Availability <b>& more",
  language: "en",
  service: "Mon",
  workspace: {
    name: 'Blau & "Söhne"',
    logo: { contentType: "image/png", content: new Uint8Array([1, 2, 3]), width: 481, height: 120 }
  }
}
const hostile = domain({ name: "</td><script>alert(1)</script>", uptimePercent: 99.3551, isTargetMet: false })
const tag = { ...report([hostile]).total, name: "Customer <A>", domains: 1, isTargetMet: true, uptimePercent: 99.95 }

describe("a printed report", () => {
  it("has the figures of the total, of each tag with its target, of each domain, and the incidents", () => {
    const text = reportDocument({ ...report([hostile]), tags: [tag] }, subject)
    for (const part of [
      "23 Nov 2026 – 29 Nov 2026",
      "99.8999%, target of 99.90% missed",
      "<bdi>Customer &lt;A&gt;</bdi>",
      "Uptime (target 99.90%)",
      "99.9500%, met",
      "99.3551%, missed",
      "The web server is not running.",
      "1\u00A0hr 5\u00A0min"
    ])
      expect(text).toContain(part)
  })

  it.each([
    ["en", "No known incidents.", "not measured"],
    ["de", "Keine Störung bekannt.", "nicht gemessen"]
  ] as const)("claims nothing about time that nobody watched (%s)", (language, incidents, uptime) => {
    const unwatched = domain({ uptimePercent: null, watchedSeconds: 0, isTargetMet: null })
    const { total } = report([unwatched])
    const text = reportDocument(
      {
        ...report([unwatched]),
        incidents: [],
        total: { ...total, uptimePercent: null, watchedSeconds: 0, downSeconds: 0, incidents: 0, isTargetMet: null }
      },
      { ...subject, language }
    )
    expect(text).toContain(`<p>${incidents}</p>`)
    expect(text.split(uptime)).toHaveLength(3)
    expect(text).not.toContain("%</")
  })

  it("has the name and the logo of the workspace, and nothing without them", () => {
    expect(reportDocument(report([hostile]), subject)).toContain(
      '<header><img src="data:image/png;base64,AQID" alt="" width="241" height="60"><bdi>Blau &amp; &quot;Söhne&quot;</bdi></header>'
    )
    expect(reportDocument(report([hostile]), { ...subject, workspace: null })).not.toContain("<header>")
  })

  it("escapes what people write, and loads nothing", () => {
    const text = reportDocument(report([hostile]), subject)
    expect(text).not.toContain("<script")
    expect(text).toContain("&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;")
    expect(text).not.toMatch(/(?:src|href)="(?!data:)|url\(|@import/u)
  })

  it("speaks German", () => {
    const text = reportDocument(report([hostile]), { ...subject, language: "de", name: null })
    expect(text).toContain('<html lang="de">')
    for (const part of ["<bdi>Verfügbarkeit</bdi>", "Störungen, neueste zuerst", "Zeitzone: Europe/Berlin."])
      expect(text).toContain(part)
  })

  const printedBy = (print: Parameters<typeof Screenshots.layerMemory>[1]) =>
    Effect.flatMap(ReportPrinter, (printer) => printer.print(report([hostile]), subject)).pipe(
      Effect.provide(
        Layer.provide(
          ReportPrinter.layer,
          Screenshots.layerMemory(() => ({ status: "failed", reason: "no_page", message: "No page." }), print)
        )
      ),
      Effect.runPromise
    )

  it("is what the browser prints, or says why there is none", async () => {
    const bytes = new TextEncoder().encode("%PDF-1.7")
    const asked: Array<string> = []
    const printed = await printedBy(({ content = "" }) => {
      asked.push(content)
      return {
        status: "printed",
        bytes,
        contentType: "application/pdf",
        finalUrl: null,
        statusCode: null,
        title: "Report",
        durationMs: 1
      }
    })
    expect(printed).toEqual({ _tag: "Printed", pdf: bytes })
    expect(asked[0]).toContain("<!doctype html>")
    expect(await printedBy(undefined)).toMatchObject({ _tag: "NoBrowser" })
    expect(await printedBy(() => ({ status: "failed", reason: "timeout", message: "Too late." }))).toEqual({
      _tag: "Failed",
      message: "Too late."
    })
  })
})
