import { expect, it } from "vitest"
import { quietText } from "../src/channels/quietText.ts"
import { routesWords } from "../src/alerts/routesWords.ts"

const hours = { start: "22:00", end: "07:00", days: [1, 2, 3, 4, 5, 6, 7], timezone: "Europe/Oslo" }

it.each([
  [{}, "Quiet hours 22:00–07:00, every day", "Ruhezeit 22:00–07:00, jeden Tag"],
  [{ days: [5, 1, 2, 3, 4] }, "Quiet hours 22:00–07:00, Mon–Fri", "Ruhezeit 22:00–07:00, Mo–Fr"],
  [{ days: [1, 3, 6, 7] }, "Quiet hours 22:00–07:00, Mon, Wed, Sat, Sun", "Ruhezeit 22:00–07:00, Mo, Mi, Sa, So"],
  [
    { days: [7], timezone: "Asia/Tokyo" },
    "Quiet hours 22:00–07:00, Sun (Asia/Tokyo)",
    "Ruhezeit 22:00–07:00, So (Asia/Tokyo)"
  ]
])("quiet hours are one line, with their zone if it is another one: %j", (changes, english, german) => {
  expect(quietText({ ...hours, ...changes }, routesWords.en, "Europe/Oslo")).toBe(english)
  expect(quietText({ ...hours, ...changes }, routesWords.de, "Europe/Oslo")).toBe(german)
})
