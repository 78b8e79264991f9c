import { afterEach, beforeEach, expect, it, vi } from "vitest"
import MessageCheck from "../../src/message/MessageCheck.tsx"
import { messageVerdict } from "../messageRecords.ts"
import { render } from "./render.tsx"

const asked = vi.fn<typeof fetch>()
const MESSAGE = "From: ada@shop.example\r\n\r\nHello"

beforeEach(() => {
  asked.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: messageVerdict({}) })))
  vi.stubGlobal("fetch", asked)
})

afterEach(() => {
  asked.mockReset()
  vi.unstubAllGlobals()
})

const bodies = () => asked.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as unknown)

it("a pasted message is sent without what is empty, and its verdict gets the focus", async () => {
  const { screen } = await render(<MessageCheck />)
  const button = screen.getByRole("button", { name: "Check the message" })
  await expect.element(button).toBeDisabled()
  await screen.getByLabelText("Or paste the source of the message").fill(MESSAGE)
  await button.click()
  await expect.element(screen.getByRole("status")).toHaveTextContent("The message has serious problems.")
  expect(bodies()).toEqual([{ message: MESSAGE.replaceAll("\r", "") }])
  for (const text of ["not checked", "not aligned", "clocks differ", "_dmarc.shop.example TXT v=DMARC1; p=none"])
    await expect.element(screen.getByText(text, { exact: true }).first()).toBeVisible()
  const state = (text: string) => screen.getByText(text, { exact: true }).first().element().getAttribute("data-state")
  expect(["passes", "missing", "not checked"].map(state)).toEqual(["good", "fair", null])
  expect(document.activeElement?.textContent).toContain("The message has serious problems.")
})

it("a file is read when it is dropped or chosen, and one that is too large is refused before it is sent", async () => {
  const { screen } = await render(<MessageCheck />)
  const text = screen.getByLabelText("Or paste the source of the message")
  const drop = (file: File) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file)
    const form = screen.element().querySelector("form")
    form?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }))
  }
  drop(new File([MESSAGE], "a.eml"))
  await expect.element(text).toHaveValue(MESSAGE.replaceAll("\r", ""))
  drop(new File(["x".repeat(1_048_577)], "large.eml"))
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The message is larger than 1 MiB.")
  // In the JSON of a request, a quotation mark takes two bytes.
  await text.fill('"'.repeat(600_000))
  await screen.getByRole("button", { name: "Check the message" }).click()
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The message is larger than 1 MiB.")
  expect(bodies()).toEqual([])
})

it("the screen speaks German, and shows the sentences of the API as it gives them", async () => {
  const { screen } = await render(<MessageCheck />, "de")
  await screen.getByLabelText("Oder den Quelltext der Nachricht einfügen").fill(MESSAGE)
  await screen.getByRole("button", { name: "Nachricht prüfen" }).click()
  await expect.element(screen.getByRole("status")).toHaveTextContent("Die Nachricht hat ernste Probleme.")
  const sentence = screen.getByText("shop.example has no DMARC record.")
  await expect.element(sentence).not.toHaveAttribute("lang")
})
