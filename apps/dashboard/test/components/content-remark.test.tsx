import { describe, expect, it, vi } from "vitest"
import { ContentRemark } from "../../src/monitors/ContentRemark.tsx"
import { TrialPanel } from "../../src/monitors/TrialPanel.tsx"
import { messageQueue } from "../../src/ui/notify.ts"
import { PreviewPanel } from "../../src/monitors/PreviewPanel.tsx"
import { previewOf } from "../previewRecords.ts"
import { trialOf } from "../trialRecords.ts"
import { render } from "./render.tsx"

type Props = Parameters<typeof ContentRemark>[0]
type Monitor = Props["monitor"]

const database = {
  code: "application_error",
  family: "wordpress",
  line: "Error establishing a database connection",
  certain: true
} as const
const welcome = { code: "default_page", family: "nginx", line: "Welcome to nginx!", certain: false } as const

const open = async (changes: Partial<Monitor>, language: "en" | "de" = "en") => {
  const onChange = vi.fn<Props["onChange"]>(() => Promise.resolve())
  const monitor: Monitor = { access: "owner", contentFault: database, contentFaults: "remark", ...changes }
  const { screen } = await render(<ContentRemark monitor={monitor} onChange={onChange} />, language)
  return { onChange, screen }
}

describe("the remark about the page of a monitor", () => {
  it.each([
    [
      "en",
      database,
      "The page is an error message of the application (WordPress): Error establishing a database connection This does not count as an outage.Count it as an outage"
    ],
    [
      "de",
      { ...database, family: "database" },
      "Die Seite ist eine Fehlermeldung der Anwendung (Datenbank): Error establishing a database connection Das zählt nicht als Ausfall.Als Ausfall zählen"
    ],
    [
      "en",
      welcome,
      "The page is a default page of the server or framework (nginx): Welcome to nginx! This does not count as an outage."
    ],
    [
      "de",
      { ...welcome, code: "maintenance", family: null, line: null },
      "Die Website wird gewartet. Das zählt nicht als Ausfall."
    ],
    [
      "en",
      { code: "constructor", family: "constructor", line: "<b>x</b>\u202E", certain: false },
      "constructor (constructor): <b>x</b>\u202E This does not count as an outage."
    ]
  ] as const)("says its class, what produces such pages and the words of the page: %s, %j", async (...row) => {
    const [language, contentFault, expected] = row
    const { screen } = await open({ contentFault }, language)
    expect(screen.element().textContent).toBe(expected)
  })

  it("counts such pages as outages with one click, which can be undone", async () => {
    const { onChange, screen } = await open({})
    await screen.getByRole("button", { name: "Count it as an outage" }).click()
    await expect.poll(() => messageQueue.current()).toHaveLength(1)
    const [message] = messageQueue.drain()
    expect(message?.text).toBe("Errors on this page now count as an outage.")
    message?.undo?.run()
    await expect.poll(() => messageQueue.current()).toHaveLength(1)
    expect(onChange.mock.calls).toEqual([["down"], ["remark"]])
  })

  it.each<readonly [string, Partial<Monitor>]>([
    ["may only be seen", { access: "read" }],
    ["shows nothing certain", { contentFault: welcome }],
    ["is set to count it", { contentFaults: "down" }]
  ])("has no button for a monitor that %s", async (_, changes) => {
    const { screen } = await open(changes)
    await expect.element(screen.getByText("The page is")).toBeVisible()
    expect(screen.getByRole("button").elements()).toHaveLength(0)
  })

  it("is absent while the page shows nothing wrong", async () => {
    const { screen } = await open({ contentFault: null })
    expect(screen.element().textContent).toBe("")
  })
})

describe("a check that is not stored", () => {
  const panel = { addresses: ["shop.example.com"], options: {}, onProblem: () => undefined }
  const trial = { ...trialOf("shop.example.com", {}), contentFault: welcome } as never
  const preview = { ...previewOf({ url: "https://shop.example.com/" }), contentFault: welcome } as never
  it.each([
    ["a trial", <TrialPanel {...panel} ask={() => Promise.resolve(trial)} />],
    ["a preview", <PreviewPanel {...panel} ask={() => Promise.resolve(preview)} />]
  ])("shows what the page shows to be wrong: %s", async (_, node) => {
    const { screen } = await render(node)
    await screen.getByRole("button").first().click()
    await expect
      .element(screen.getByText("The page is a default page"))
      .toHaveTextContent("The page is a default page of the server or framework (nginx): Welcome to nginx!")
  })
})
