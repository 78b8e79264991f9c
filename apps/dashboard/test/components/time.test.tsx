import { act } from "react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Ago, Exact } from "../../src/ui/time.tsx"
import { render } from "./render.tsx"

const NOW = Date.UTC(2026, 10, 18, 11, 30)
const time = () => document.querySelector("time")
const later = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe("a time on the screen", () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date", "setInterval", "clearInterval"] }))
  afterEach(() => void vi.useRealTimers())

  it("counts on while it is shown, and has the exact time as its title", async () => {
    await render(<Ago at={NOW} />)
    expect(time()?.textContent).toBe("0 sec ago")
    await later(61_000)
    expect(time()?.textContent).toBe("1 min ago")
    expect(time()?.title).toBe("18 Nov 2026, 12:30:00")
    expect(time()?.dateTime).toBe("2026-11-18T11:30:00.000Z")
  })

  it("is right at once on a screen that opens later", async () => {
    const { redraw } = await render(<Ago at={NOW} />)
    await redraw(null)
    await later(3 * 3_600_000)
    await redraw(<Ago at={NOW} />)
    expect(time()?.textContent).toBe("3 hr ago")
  })

  it("names the zone of an exact time", async () => {
    await render(<Exact at="2026-11-18T11:30:00.000Z" />, "de")
    expect(time()?.textContent).toBe("18.11.2026, 12:30:00")
    expect(time()?.title).toBe("Europe/Oslo")
  })
})
