import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import type { AlertSourceKind } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type SenderExample, senderExamples } from "../src/alertSources/senderExamples.ts"
import { TOKEN } from "./sourceRecords.ts"

const run = promisify(execFile)

const hasCurl = (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, "curl")))
if (!hasCurl) console.warn("There is no curl: the examples of senders are not run.")

interface Received {
  readonly url: string
  readonly authorization: string | undefined
  readonly type: string | undefined
  readonly body: unknown
}

const received: Array<Received> = []
const server = createServer((request, response) => {
  let text = ""
  request.on("data", (piece) => (text += String(piece)))
  request.on("end", () => {
    const { authorization, "content-type": type } = request.headers
    received.push({ url: `${request.method} ${request.url}`, authorization, type, body: JSON.parse(text) })
    response.end("OK")
  })
})
let origin = ""

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

/** The part of the address after the token, as the API writes it. */
const ENDS: Readonly<Record<AlertSourceKind, string>> = {
  pagerduty: "/v2/enqueue",
  opsgenie: "",
  alertmanager: "/alertmanager",
  grafana: "/grafana"
}

const examplesOf = (kind: AlertSourceKind, base = origin) =>
  senderExamples({ kind, token: TOKEN, address: `${base}/in/${TOKEN}${ENDS[kind]}` })

const codeOf = (kind: AlertSourceKind, id: SenderExample["id"]): string =>
  examplesOf(kind).find((example) => example.id === id)?.code ?? ""

const sent = async (kind: AlertSourceKind, id: SenderExample["id"]): Promise<Received | undefined> => {
  received.length = 0
  await run("/bin/sh", ["-c", codeOf(kind, id)])
  return received[0]
}

describe("the examples of senders", () => {
  it("use the address of this installation, also below a path, and the token only once", () => {
    for (const kind of Object.keys(ENDS) as ReadonlyArray<AlertSourceKind>)
      for (const { code, id } of examplesOf(kind, "https://example.com/mon")) {
        expect(code, `${kind} ${id}`).toContain("https://example.com/mon/in/")
        expect(code.split(TOKEN), `${kind} ${id}`).toHaveLength(2)
        expect(code, `${kind} ${id}`).not.toContain(`/in/${TOKEN}`)
      }
  })

  it("have a part of the configuration only for Alertmanager", () => {
    expect(codeOf("alertmanager", "config")).toContain("send_resolved: true")
    for (const kind of ["pagerduty", "opsgenie", "grafana"] as const) expect(codeOf(kind, "config")).toBe("")
  })

  it.skipIf(!hasCurl).each<[AlertSourceKind, string, string | undefined]>([
    ["pagerduty", "/in/v2/enqueue", undefined],
    ["opsgenie", "/in/v2/alerts", `GenieKey ${TOKEN}`],
    ["alertmanager", "/in/alertmanager", `Bearer ${TOKEN}`],
    ["grafana", "/in/grafana", `Bearer ${TOKEN}`]
  ])("send a test alert and its end, with the token outside of the address: %s", async (kind, path, authorization) => {
    const [test, end] = [await sent(kind, "test"), await sent(kind, "end")]
    expect(test).toMatchObject({ url: `POST ${path}`, type: "application/json" })
    expect([test?.authorization, end?.authorization]).toEqual([authorization, authorization])
    expect(JSON.stringify(test?.body)).toContain("Test of the alert source")
    expect(`${end?.url} ${JSON.stringify(end?.body)}`).toContain("mon-test")
    expect(`${end?.url} ${JSON.stringify(end?.body)}`).toMatch(/resolve|close/u)
  })
})
