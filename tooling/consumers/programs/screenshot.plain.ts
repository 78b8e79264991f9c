import { testChromium, openScreenshotPool } from "@mon/screenshot"
import assert from "node:assert/strict"

const report = await testChromium({ executablePath: "/nonexistent/chromium" })
const reason: string | null = report.ok ? null : report.reason
assert.equal(reason, "no_browser")
const screenshots = openScreenshotPool()
const shot = await screenshots.take({ url: "http://10.0.0.1/" })
assert.notEqual(shot.status, "taken")
await screenshots.close()
