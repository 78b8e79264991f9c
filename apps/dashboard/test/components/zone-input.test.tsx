import { expect, it } from "vitest"
import { Field } from "../../src/form/Field.tsx"
import { ZoneInput } from "../../src/form/ZoneInput.tsx"
import { render } from "./render.tsx"

it.each([
  ["en", "No time zone has this name."],
  ["de", "Eine Zeitzone dieses Namens gibt es nicht."]
] as const)(
  "a time zone that does not exist is refused in the language of the screen: %s",
  async (language, sentence) => {
    const zone = <Field label="Zone">{(shared) => <ZoneInput {...shared} defaultValue="Europe/Oslo" />}</Field>
    const { screen } = await render(zone, language)
    const field = screen.getByRole("combobox", { name: "Zone" })
    const message = () => (field.element() as HTMLInputElement).validationMessage
    expect(message()).toBe("")
    await field.fill("Oslo/Europe")
    expect(message()).toContain(sentence)
    await field.fill("Asia/Tokyo")
    expect(message()).toBe("")
  }
)
