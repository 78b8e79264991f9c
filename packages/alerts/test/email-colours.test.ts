import { describe, expect, it } from "vitest"
import { composeEmail } from "../src/index.ts"
import { dark, light, type Palette } from "../src/message/Palette.ts"
import { facts } from "./facts.ts"

const channel = (value: number): number => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
/** Returns the relative luminance of a colour (WCAG 2.2). */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (a: string, b: string): number => {
  const [bright = 0, dim = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (bright + 0.05) / (dim + 0.05)
}

describe.each([
  ["light", light],
  ["dark", dark]
] as const)("the %s colours of an email", (_name, palette: Palette) => {
  const pairs: ReadonlyArray<readonly [string, string]> = [
    [palette.text, palette.card],
    [palette.quiet, palette.card],
    [palette.link, palette.ground],
    [palette.quiet, palette.ground],
    ...Object.values(palette.tones).map((tone) => [palette.onTone, tone] as const)
  ]
  it.each(pairs)("%s on %s can be read", (text, ground) => expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5))
})

describe("the HTML of an email", () => {
  const { html } = composeEmail(facts.down, {
    to: "a@example.org",
    timeZone: "UTC",
    service: "Mon",
    messageDomain: "mon.example.com",
    settingsUrl: "https://mon.example.com/s",
    stopUrl: null
  })
  const markup = html ?? ""

  it("has every colour twice: inline for the light mode, by a class for the dark one", () => {
    const coloured = [...markup.matchAll(/<\w+[^>]*style="[^"]*(?<!border-)color:#[^>]*>/gu)]
      .map(([tag]) => tag)
      .filter((tag) => !tag.includes("display:none"))
    expect(coloured.length).toBeGreaterThan(10)
    expect(coloured.filter((tag) => !/class="[^"]+"/u.test(tag))).toEqual([])
    expect(markup).toContain("@media (prefers-color-scheme:dark)")
    for (const name of new Set([...markup.matchAll(/class="([^"]+)"/gu)].flatMap(([, names = ""]) => names.split(" "))))
      expect(markup).toContain(`.${name}{`)
  })
  it("has a language, a title and headers for its rows", () => {
    expect(markup).toContain('<html lang="en">')
    expect(markup).toContain("<title>DOWN Shop</title>")
    expect(markup).toContain('<th scope="row"')
  })
  it("loads nothing and runs nothing", () => {
    expect(markup).not.toMatch(/<(?:script|link|iframe|form|object)|url\(|@import|\bon\w+=/u)
    expect(markup.length).toBeLessThan(102 * 1024)
  })
})
