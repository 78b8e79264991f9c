import type { FactOf } from "@mon/model"
import { describe, expect, it } from "vitest"
import { composeEmail, renderFact } from "../src/index.ts"
import { everyChannel, exampleSettings, messageOf } from "./channelCases.ts"
import { incident } from "./facts.ts"

const lines = Array.from({ length: 20 }, (_, index) => `step ${index + 1} of the nightly backup of every database`)

/**
 * The channels whose messages have no rows. An SMS has only the lead, and a template has the content that its owner
 * chose.
 */
const withoutRows: ReadonlySet<string> = new Set(["twilio", "webhook_template"])

const failed = (output: string): FactOf<"down"> => ({
  kind: "down",
  monitor: { id: "019aa0b8-0000-7000-8000-000000000002", name: "Backup", url: "" },
  incident: {
    ...incident,
    checks: [],
    triggerStatusCode: null,
    triggerError: { code: "heartbeat_failed", message: "The job failed with exit code 28." },
    job: { exitCode: 28, output }
  }
})

describe("an alert about a job that failed", () => {
  it("has the exit code and the last lines of the output, and no URL and response", () => {
    const { lead, rows, sections } = renderFact(failed("copying\n\ndisk full"), { timeZone: "UTC" })
    expect(lead).toBe("Backup is down. The job failed with exit code 28.")
    expect(rows).toEqual([
      { label: "Down since", value: "Sat 21 Nov 2026, 13:05:09 (UTC)" },
      { label: "Exit code", value: "28" }
    ])
    expect(sections).toEqual([
      {
        title: "Last lines of the output",
        rows: [
          { label: "", value: "copying" },
          { label: "", value: "disk full" }
        ],
        more: null,
        keepsEnd: true
      }
    ])
  })

  it.each(everyChannel)("has both in %s, and leaves out the first lines if it must be short", (kind, channel) => {
    const { body } = channel.request(messageOf(failed([...lines, "disk full"].join("\n"))), exampleSettings(kind))
    const text = body.startsWith("{") ? body : decodeURIComponent(body.replaceAll("+", " "))
    expect(text).toContain("28")
    if (!withoutRows.has(kind)) expect(text).toContain("disk full")
  })

  it("shows the output as text in an email", () => {
    const { html, text } = composeEmail(failed('<img src="https://evil.example">\n</table>'), {
      to: "ada@example.com",
      timeZone: "UTC",
      service: "Mon",
      messageDomain: "mon.example.com",
      settingsUrl: null,
      stopUrl: null
    })
    expect(html).toContain("&lt;img src=&quot;https://evil.example&quot;&gt;")
    expect(html).toContain("&lt;/table&gt;")
    expect(text).toContain('<img src="https://evil.example">')
  })
})
