import { Ajv } from "ajv"
import addFormats from "ajv-formats"
import { describe, expect, it } from "vitest"
import { componentNotice, incidentNotice } from "../src/index.ts"
import { fullPage, idOf, plannedPost } from "./examplePage.ts"
import { statuspageSchemas } from "./statuspage.schema.ts"

const ajv = addFormats.default(new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }))
const meta = { unsubscribe: "https://status.example/leave", documentation: "https://status.example/docs" }
const incident = fullPage.posts.find(({ kind }) => kind === "incident")

describe("a notice to a webhook", () => {
  it("has the incident as the public JSON of Statuspage has it", () => {
    const notice = incidentNotice(fullPage, incident?.id ?? "", meta)
    expect(notice?.meta).toEqual(meta)
    expect(notice?.page).toEqual({
      id: fullPage.id,
      status_indicator: "minor",
      status_description: "Minor Service Outage"
    })
    const isValid = ajv.compile(statuspageSchemas["incidents"] ?? {})
    const page = { id: fullPage.id, name: "x", url: fullPage.url, time_zone: "UTC", updated_at: fullPage.updatedAt }
    expect(isValid({ page, incidents: [notice?.incident] }), JSON.stringify(isValid.errors)).toBe(true)
  })

  it("has the times of planned maintenance", () => {
    expect(incidentNotice(fullPage, plannedPost.id, meta)?.incident).toMatchObject({
      impact: "maintenance",
      scheduled_for: plannedPost.scheduledFor,
      scheduled_until: plannedPost.scheduledUntil
    })
  })

  it("leaves out the oldest updates of a post that is too long for a webhook", () => {
    const [update] = incident?.updates ?? []
    if (incident === undefined || update === undefined) throw new Error("no incident")
    const updates = Array.from({ length: 100 }, (_, n) => ({ ...update, id: idOf(9, n), body: "ü".repeat(10_000) }))
    const notice = incidentNotice({ ...fullPage, posts: [{ ...incident, updates }] }, incident.id, meta)
    expect(notice?.incident.incident_updates[0]?.id).toBe(updates[0]?.id)
    expect(new TextEncoder().encode(JSON.stringify(notice)).length).toBeLessThan(65_536)
  })

  it("has the change of a component", () => {
    const changed = fullPage.posts.flatMap(({ updates }) => updates).find(({ changes }) => changes.length > 0)
    const [change] = changed?.changes ?? []
    const where = { updateId: changed?.id ?? "", componentId: change?.componentId ?? "" }
    expect(componentNotice(fullPage, where, meta)).toMatchObject({
      component_update: { component_id: where.componentId, old_status: change?.oldState, new_status: change?.newState },
      component: { id: where.componentId, group: false }
    })
  })

  it("does not exist for what readers do not see", () => {
    expect(incidentNotice(fullPage, idOf(9, 9), meta)).toBeNull()
    expect(componentNotice(fullPage, { updateId: idOf(9, 9), componentId: idOf(2, 1) }, meta)).toBeNull()
  })
})
