import { describe, expect, it, vi } from "vitest"
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

const open = async (changes: Partial<Form> = {}) => {
  const onSave = vi.fn<Form["onSave"]>(() => Promise.resolve())
  const { screen } = await render(
    <MonitorForm fields={fields} record={record} tags={tags} isReadOnly={false} onSave={onSave} {...changes} />
  )
  return { screen, onSave, save: () => screen.getByRole("button", { name: "Save" }).click() }
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

  it("are not sent while a number is below the minimum of the plan", async () => {
    const { onSave, save, screen } = await open({ minimums: { checkInterval: 180 } })
    const interval = screen.getByRole("spinbutton")
    await expect.element(interval).toHaveAccessibleDescription(/3 min to 1 day/u)
    await interval.fill("60")
    await save()
    expect(onSave).not.toHaveBeenCalled()
    await interval.fill("180")
    await save()
    expect(onSave).toHaveBeenCalledExactlyOnceWith({ checkInterval: 180 }, null)
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
