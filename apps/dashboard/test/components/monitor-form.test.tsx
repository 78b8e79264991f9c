import { domainFields } from "@mon/model"
import { describe, expect, it, vi } from "vitest"
import { monitorFieldsOf } from "../../build/monitorFields.ts"
import { ApiProblem } from "../../src/api/client.ts"
import type { MonitorField } from "../../src/form/MonitorField.ts"
import { MonitorForm } from "../../src/form/MonitorForm.tsx"
import { render } from "./render.tsx"

type Form = Parameters<typeof MonitorForm>[0]

const fields: ReadonlyArray<MonitorField> = [
  { name: "name", type: "text", about: "Name.", example: "Shop", maximum: 60 },
  {
    name: "checkInterval",
    type: "int",
    about: "Seconds between two checks.",
    example: 60,
    minimum: 60,
    maximum: 86_400
  },
  { name: "followRedirects", type: "boolean", about: "Follow redirects.", example: true },
  { name: "ccEmails", type: "text[]", about: "Addresses.", example: ["a@example.com"] }
]
const tags = [
  { id: "t1", name: "Care plan" },
  { id: "t2", name: "No contract" }
]
const record = {
  name: "Shop",
  checkInterval: 300,
  followRedirects: true,
  ccEmails: ["ops@example.com"],
  tags: [{ id: "t1", name: "Care plan" }]
}

const open = async (changes: Partial<Form> = {}, language: "en" | "de" = "en") => {
  const onSave = vi.fn<Form["onSave"]>(() => Promise.resolve())
  const { screen } = await render(
    <MonitorForm fields={fields} record={record} tags={tags} isReadOnly={false} onSave={onSave} {...changes} />,
    language
  )
  return { screen, onSave, save: () => screen.getByRole("button", { name: /^(?:Save|Speichern)$/u }).click() }
}

describe("the settings of a monitor", () => {
  it("save only what was changed, and say that it is not saved until then", async () => {
    const { onSave, save, screen } = await open()
    const unsaved = screen.getByText("You have unsaved changes.")
    await expect.element(unsaved).not.toBeInTheDocument()
    await screen.getByRole("textbox", { name: "Name" }).fill("Shop of Ann")
    await screen.getByRole("checkbox", { name: "No contract" }).click()
    await expect.element(unsaved).toBeVisible()
    await save()
    expect(onSave).toHaveBeenCalledExactlyOnceWith({ name: "Shop of Ann" }, ["t1", "t2"])
    await expect.element(unsaved).not.toBeInTheDocument()
  })

  it("read a list from lines, and a switch from its box", async () => {
    const { onSave, save, screen } = await open()
    await screen.getByRole("textbox", { name: "Copies of alerts" }).fill("ops@example.com\nann@example.com")
    await screen.getByRole("checkbox", { name: /redirects/iu }).click()
    await save()
    expect(onSave).toHaveBeenCalledExactlyOnceWith(
      { followRedirects: false, ccEmails: ["ops@example.com", "ann@example.com"] },
      null
    )
  })

  it.each([
    ["en", "Check interval", ["3 min", "5 min", "10 min", "15 min", "1 hr", "Other…"], "15 min"],
    ["de", "Prüfintervall", ["3 Min.", "5 Min.", "10 Min.", "15 Min.", "1 Std.", "Anderes…"], "15 Min."]
  ] as const)(
    "take an interval from those that are usual and that the plan allows: %s",
    async (language, label, choices, chosen) => {
      const { onSave, save, screen } = await open({ minimums: { checkInterval: 180 } }, language)
      const menu = screen.getByRole("combobox", { name: label })
      const offered = () => [...menu.element().children].map(({ textContent }) => textContent)
      expect(offered()).toEqual(expect.arrayContaining([...choices]))
      expect(offered()[0]).toBe(choices[0])
      await menu.selectOptions(chosen)
      await save()
      expect(onSave).toHaveBeenCalledExactlyOnceWith({ checkInterval: 900 }, null)
    }
  )

  it.each([
    ["en", "If the page shows an error", ["Count it as an outage", "Only add a remark", "Ignore the page"]],
    [
      "de",
      "Wenn die Seite einen Fehler zeigt",
      ["Als Ausfall zählen", "Nur einen Hinweis zeigen", "Die Seite nicht beurteilen"]
    ]
  ] as const)("take one of a few words from a menu: %s", async (language, label, choices) => {
    const { contentFaults } = domainFields
    const { onSave, save, screen } = await open(
      { fields: monitorFieldsOf({ contentFaults }), record: { contentFaults: "remark", tags: [] } },
      language
    )
    const menu = screen.getByRole("combobox", { name: label })
    expect([...menu.element().children].map(({ textContent }) => textContent)).toEqual(choices)
    await expect.element(menu).toHaveValue("remark")
    await menu.selectOptions(choices[0])
    await save()
    expect(onSave).toHaveBeenCalledExactlyOnceWith({ contentFaults: "down" }, null)
  })

  it("take any interval of a unit, but are not sent while it is below the minimum of the plan", async () => {
    const { onSave, save, screen } = await open({ minimums: { checkInterval: 180 } })
    const menu = screen.getByRole("combobox", { name: "Check interval", exact: true })
    await expect.element(menu).toHaveAccessibleDescription(/3 min to 1 day/u)
    await menu.selectOptions("Other…")
    const amount = screen.getByRole("spinbutton", { name: "Check interval: number" })
    await expect.element(amount).toHaveValue(5)
    await amount.fill("2")
    await save()
    expect(onSave).not.toHaveBeenCalled()
    await screen.getByRole("combobox", { name: "Check interval: unit" }).selectOptions("hours")
    await save()
    expect(onSave).toHaveBeenCalledExactlyOnceWith({ checkInterval: 7_200 }, null)
  })

  it.each([
    [
      "at the field that it names",
      "ccEmails[0] must be an address.",
      "“Copies of alerts”, entry 1 must be an address.",
      "true"
    ],
    ["at the end if it names none", "The plan has no more domains.", "The plan has no more domains.", null]
  ])("show a refusal %s", async (_place, message, shown, isInvalid) => {
    const { save, screen } = await open({ onSave: () => Promise.reject(new ApiProblem(400, message)) })
    await save()
    await expect.element(screen.getByRole("alert")).toHaveTextContent(shown)
    const copies = screen.getByRole("textbox", { name: "Copies of alerts" }).element()
    expect(copies.getAttribute("aria-invalid")).toBe(isInvalid)
  })

  it("cannot be changed by somebody who may only read", async () => {
    const { screen } = await open({ isReadOnly: true })
    await expect.element(screen.getByRole("textbox", { name: "Name" })).toBeDisabled()
    await expect.element(screen.getByRole("checkbox", { name: "Care plan" })).toBeDisabled()
    await expect.element(screen.getByRole("button", { name: "Save" })).not.toBeInTheDocument()
  })
})
