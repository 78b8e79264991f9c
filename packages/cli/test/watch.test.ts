import type { ServerResponse } from "node:http"
import { describe, expect, it } from "vitest"
import { monRun } from "./monRun.ts"
import { monitorList, monitorRow, refuse, testService } from "./testService.ts"

const service = testService()

const fleet = (state: "up" | "down") => monitorList(monitorRow("shop", "Shop", state))
const ready = "event: ready\ndata: {}\n\n"
const nothing = (): void => undefined
const ENTER = "\u001b[?1049h\u001b[?25l"
const LEAVE = "\u001b[?25h\u001b[?1049l"

/** Streams events. The returned function sends one event. */
const stream = () => {
  const open: Array<ServerResponse> = []
  service.answer("GET /events", (response: ServerResponse) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write(ready)
    open.push(response)
  })
  return {
    send: (name: string) => open.forEach((response) => response.write(`event: ${name}\ndata: {}\n\n`)),
    drop: () => open.splice(0).forEach((response) => response.end())
  }
}

/** Runs `mon watch` until `done` returns true. */
const watch = async (
  args: ReadonlyArray<string>,
  done: (out: string) => boolean,
  more: Parameters<typeof monRun>[1] = {}
) => {
  const stop = new AbortController()
  let written = ""
  return await monRun(["watch", ...args], {
    env: service.env,
    signal: stop.signal,
    // The test does not wait for events that arrive together.
    pause: (milliseconds, signal) =>
      milliseconds === 500
        ? Promise.resolve()
        : new Promise((resolve) => {
            if (signal.aborted) resolve()
            else signal.addEventListener("abort", () => resolve(), { once: true })
          }),
    onOut: (text) => {
      written += text
      if (done(written)) stop.abort("SIGINT")
    },
    ...more
  })
}

/** The shop, which is up, with the given problem of its certificate. */
const sight = (certificateProblem?: string) =>
  monitorList(monitorRow("shop", "Shop", "up", certificateProblem === undefined ? {} : { certificateProblem }))

describe("mon watch in a pipe", () => {
  it("prints a line for each change that an event announces", async () => {
    const { send } = stream()
    service.answer("GET /monitors", fleet("up"))
    const { code, out } = await watch([], (text) => {
      if (text.includes("up  ") && !text.includes("down")) {
        service.answer("GET /monitors", fleet("down"))
        send("domain")
      }
      return text.includes("down")
    })
    expect(code).toBe(0)
    expect(out).toBe(
      "2026-11-23T12:00:00.000Z  up        Shop  https://shop.example.com\n2026-11-23T12:00:00.000Z  down      Shop  https://shop.example.com\n"
    )
  })

  it("prints a JSON document in each line", async () => {
    stream()
    service.answer("GET /monitors", fleet("up"))
    const { out } = await watch(["--json"], () => true)
    expect(JSON.parse(out)).toMatchObject({ id: "shop", from: null, to: "up" })
  })

  it("prints a line when browsers begin to refuse the certificate of a site that stays up", async () => {
    const { send } = stream()
    service.answer("GET /monitors", sight())
    const { out } = await watch([], (text) => {
      if (!text.includes("refuse")) {
        service.answer("GET /monitors", sight("expired"))
        send("domain")
      }
      return text.includes("refuse")
    })
    expect(out.split("\n")[1]).toMatch(/Z {2}up {8}Shop .* browsers refuse the certificate: expired$/u)
  })

  it("polls while there is no stream", async () => {
    service.answer("GET /events", refuse(404, "No."))
    service.answer("GET /monitors", fleet("up"))
    const waits: Array<number> = []
    const { out } = await watch(["--every", "7"], (text) => text.includes("down"), {
      pause: (milliseconds) => {
        waits.push(milliseconds)
        service.answer("GET /monitors", fleet("down"))
        return new Promise((resolve) => setImmediate(resolve))
      }
    })
    expect(out).toContain("down")
    expect(waits).toContain(7_000)
  })

  it("exits 2 when the service cannot be asked at first, and when the key ends", async () => {
    service.answer("GET /monitors", refuse(401, "Invalid API key."))
    expect((await watch([], () => false)).code).toBe(2)
  })
})

describe("mon watch in a terminal", () => {
  const terminal = { size: () => ({ columns: 100, rows: 10 }), colour: true }

  it("draws a table and brings the screen from before back", async () => {
    stream()
    service.answer("GET /monitors", fleet("down"))
    const { out } = await watch([], (text) => text.includes("Shop"), terminal)
    expect(out.startsWith(ENTER)).toBe(true)
    expect(out).toContain("1 failing")
    expect(out.endsWith(LEAVE)).toBe(true)
  })

  it("goes on with the last sight while the service is away", async () => {
    const { send } = stream()
    service.answer("GET /monitors", fleet("up"))
    let asked = false
    const { out } = await watch(
      [],
      (text) => {
        if (text.includes("nothing failing") && !asked) {
          asked = true
          service.answer("GET /monitors", refuse(500, "Away."))
          send("resync")
        }
        return text.includes("Away.")
      },
      terminal
    )
    expect(out.lastIndexOf("Shop")).toBeGreaterThan(out.indexOf("Away."))
  })

  it("brings the screen back when the service refuses, and when the process ends in any way", async () => {
    const { send } = stream()
    service.answer("GET /monitors", fleet("up"))
    const refused = await watch(
      [],
      () => {
        service.answer("GET /monitors", refuse(401, "Invalid API key."))
        send("domain")
        return false
      },
      terminal
    )
    expect(refused.code).toBe(2)
    expect(refused.out.endsWith(LEAVE)).toBe(true)

    service.answer("GET /monitors", fleet("up"))
    let exit = nothing
    const stopped = await watch(
      [],
      (text) => {
        if (text.includes("Shop") && !text.includes(LEAVE)) exit()
        return text.includes(LEAVE)
      },
      {
        ...terminal,
        onExit: (listener) => {
          exit = listener
          return () => undefined
        }
      }
    )
    expect(stopped.out.split(LEAVE)).toHaveLength(2)
  })

  it("draws again when the size changes", async () => {
    stream()
    service.answer("GET /monitors", fleet("up"))
    let resize = nothing
    let drawn = 0
    await watch(
      [],
      (text) => {
        const times = text.split("nothing failing").length - 1
        if (times === 1 && drawn === 0) {
          drawn = 1
          queueMicrotask(resize)
        }
        return times > 1
      },
      {
        ...terminal,
        onResize: (listener) => {
          resize = listener
          return () => undefined
        }
      }
    )
    expect(drawn).toBe(1)
  })
})
