import { expect, it } from "vitest"
import { webAddress } from "../src/incident/webAddress.ts"

it("a link of a stranger is a link only if it leads to a page of the web", () => {
  for (const link of ["https://grafana.example.com/d/1?a=b#c", "http://10.0.0.7:9090/graph"])
    expect(webAddress(link)).toBe(link)
  for (const link of [
    null,
    "",
    "javascript:alert(1)",
    " javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "vbscript:x",
    "blob:https://example.com/1",
    "//example.com",
    "/app/settings",
    "constructor"
  ])
    expect(webAddress(link)).toBe(null)
})
