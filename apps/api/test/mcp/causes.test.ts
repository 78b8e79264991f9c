import { expect, it } from "vitest"
import { tools } from "../../src/mcp/agentTools.ts"
import { answerCall, prepareCall } from "../../src/mcp/callTool.ts"

const tool = tools.find(({ name }) => name === "explain_incident")

const evidence = (code: string, text: string) => ({ code, text })

const incident = {
  id: "01981f6e-2a7b-7c31-9d1e-000000000001",
  domainId: "01981f6e-2a7b-7c31-9d1e-000000000002",
  domainName: "Shop",
  domainUrl: "https://shop.example.com",
  status: "open",
  startedAt: "2026-11-23T12:00:00.000Z",
  deliveries: [{ id: "x" }],
  diagnosis: {
    result: "known",
    title: "The certificate expired",
    causes: [
      {
        class: "certificate_expired",
        title: "The certificate expired",
        confidence: 0.9,
        who: "server_admin",
        nextStep: "Renew the certificate of shop.example.com.",
        evidence: [evidence("certificate_expired", "The certificate ended yesterday.")],
        against: []
      },
      {
        class: "clock_wrong",
        title: "A clock is wrong",
        confidence: 0.3,
        who: "server_admin",
        nextStep: "Compare the clock.",
        evidence: [evidence("certificate_expired", "The certificate ended yesterday.")],
        against: [evidence("clock_agrees", "The date of the server is right.")]
      }
    ],
    missing: ["results from other locations"],
    rulesVersion: "1"
  }
}

it("ranks the causes by codes, and keeps their sentences apart", () => {
  if (tool === undefined) throw new Error("There is no tool explain_incident.")
  const { isError, text } = answerCall(tool, { id: incident.id }, [incident])
  expect(isError).toBe(false)
  const { deliveries, diagnosis } = JSON.parse(text)
  expect(deliveries).toBeUndefined()
  expect(diagnosis).toMatchObject({
    result: "known",
    rulesVersion: "1",
    untrusted: { title: "The certificate expired", missing: ["results from other locations"] }
  })
  expect(diagnosis.causes).toMatchObject([
    {
      class: "certificate_expired",
      confidence: 0.9,
      who: "server_admin",
      evidence: [{ code: "certificate_expired", untrusted: { text: "The certificate ended yesterday." } }],
      against: [],
      untrusted: { nextStep: "Renew the certificate of shop.example.com." }
    },
    { class: "clock_wrong", against: [{ code: "clock_agrees" }] }
  ])
})

it("says that there is no diagnosis", () => {
  if (tool === undefined) throw new Error("There is no tool explain_incident.")
  const { text } = answerCall(tool, { id: incident.id }, [{ ...incident, diagnosis: null }])
  expect(JSON.parse(text)).toMatchObject({ status: "open", diagnosis: null })
})

it("needs the id of an incident", () => {
  if (tool === undefined) throw new Error("There is no tool explain_incident.")
  expect(prepareCall(tool, {})).toMatchObject({ ok: false })
})

it("a monitor of a page has the causes of its failed check by codes, and their sentences apart", () => {
  const show = tools.find(({ name }) => name === "show_monitor")
  if (show === undefined) throw new Error("There is no tool show_monitor.")
  const { diagnosis, id } = incident
  const page = { id, status: "error", lastError: { code: "connect_refused", message: "Refused." }, diagnosis }
  const { text } = answerCall(show, { kind: "url", id }, [page])
  expect(JSON.parse(text)).toMatchObject({
    lastError: { code: "connect_refused", untrusted: { message: "Refused." } },
    diagnosis: {
      rulesVersion: "1",
      causes: [
        {
          class: "certificate_expired",
          who: "server_admin",
          untrusted: { nextStep: "Renew the certificate of shop.example.com." }
        },
        { class: "clock_wrong", against: [{ code: "clock_agrees" }] }
      ]
    }
  })
})
