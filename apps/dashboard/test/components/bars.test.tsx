import { beforeEach, describe, expect, it } from "vitest"
import { keys, queryClient } from "../../src/api/queries.ts"
import { Bars } from "../../src/shell/Bars.tsx"
import { render } from "./render.tsx"

const status = (notificationsPausedUntil: string | null) => ({
  notificationsPausedAt: "2026-11-23T08:00:00.000Z",
  notificationsPausedUntil,
  service: { networkInDoubt: [], storesEmails: false }
})

describe("the bar about paused alerts", () => {
  beforeEach(() => {
    queryClient.setQueryData(keys.monitors, { fields: [], tags: [], rows: [] })
    queryClient.setQueryData(["account"], { role: "owner", email: "ann@example.com", planExpiresAt: null })
  })

  it.each<["en" | "de", string | null, RegExp]>([
    ["en", null, /Nobody is notified until they are resumed\./u],
    ["en", "2026-11-30T09:00:00.000Z", /Nobody is notified until .*30.*\./u],
    ["de", null, /Niemand wird benachrichtigt, bis sie fortgesetzt werden\./u],
    ["de", "2026-11-30T09:00:00.000Z", /Niemand wird benachrichtigt, bis .*30.*\./u]
  ])("says when the pause ends (%s, %s)", async (language, until, sentence) => {
    queryClient.setQueryData(["status"], status(until))
    const { screen } = await render(<Bars />, language)
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })
})
