import { componentState, pageFiles, type StatusPageDocument, uptimePercentOf } from "@mon/status-page"
import assert from "node:assert/strict"

const up = { state: "up", isInMaintenance: false } as const
const down = { state: "down", isInMaintenance: false } as const
assert.equal(componentState({ override: null, isInPostedMaintenance: false, monitors: [up, down] }), "partial_outage")
assert.equal(uptimePercentOf([{ date: "2026-11-22", up: 86_300, down: 100, maintenance: 0, unwatched: 0 }]), 99.88)

const document: StatusPageDocument = {
  id: "0193589e-7d5c-7000-8000-000000000001",
  slug: "acme",
  name: "Acme",
  description: null,
  language: "en",
  timeZone: "UTC",
  url: "https://status.example.com",
  colors: { accent: "#0b4f9e", header: null },
  logo: null,
  links: [],
  groups: [],
  components: [
    {
      id: "0193589e-7d5c-7000-8000-000000000002",
      groupId: null,
      name: "Shop",
      description: null,
      position: 1,
      state: "operational",
      stateSince: null,
      isOverridden: false,
      isShownOnlyIfDegraded: false,
      monitors: [],
      days: null,
      uptimePercent: null,
      startDate: null,
      createdAt: "2026-11-01T00:00:00.000Z",
      updatedAt: "2026-11-23T00:00:00.000Z"
    }
  ],
  posts: [],
  windows: [],
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-23T00:00:00.000Z"
}
const status = pageFiles(document).get("api/v2/status.json")?.()
assert.equal(JSON.parse(status?.body ?? "").status.description, "All Systems Operational")
assert.ok(pageFiles(document).get("")?.().body.includes("Acme status"))
