import { type Heartbeat, type HeartbeatAdvice, heartbeatLimits } from "@mon/model"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { keys, queryClient } from "../../src/api/queries.ts"
import KindList from "../../src/kinds/KindList.tsx"
import NewOfKind from "../../src/kinds/KindForm.tsx"
import KindPage from "../../src/kinds/KindPage.tsx"
import {
  type Job,
  jobIncident,
  jobRecord,
  jobRow,
  makeJob,
  pingRecord,
  pingsOf,
  someJobs
} from "../heartbeatRecords.ts"
import { monitorFieldNames, timelineOf, type Site } from "../records.ts"
import { render } from "./render.tsx"

const tags = [{ id: "0", name: "Care plan", color: "#1a5fc4" }]
const HOUR = 3_600_000
const asked = vi.fn<typeof fetch>()

const requests = () =>
  asked.mock.calls.map(([path, init]) => [
    init?.method,
    String(path).replace("/api/v1", ""),
    typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : undefined
  ])

const changes = () => requests().filter(([method]) => method !== "GET")

let jobs: ReadonlyArray<Job> = []
const listOf = (shown: ReadonlyArray<Job>) => ({ fields: monitorFieldNames, tags, rows: shown.map(jobRow) })

/**
 * Answers changes, and requests whose URL ends with `path`, with `data`. The list of monitors contains `jobs`, and all
 * other lists are empty.
 */
const answer =
  (data: unknown, path = "none"): typeof fetch =>
  (input, init) => {
    const wanted = init?.method !== "GET" || String(input).endsWith(path)
    const other = String(input).endsWith("/monitors") ? listOf(jobs) : []
    return Promise.resolve(Response.json({ success: true, data: wanted ? data : other }))
  }

beforeEach(() => {
  vi.stubGlobal("fetch", asked)
  asked.mockReset()
  asked.mockImplementation(answer([]))
  jobs = []
  queryClient.setQueryData(keys.monitors, listOf(jobs))
  queryClient.setQueryData(["account"], { role: "owner", memberRole: null, email: "ann@example.com" })
  queryClient.setQueryData(["tags"], tags)
})
afterEach(() => void vi.unstubAllGlobals())

const list = async (shown = someJobs(5)) => {
  jobs = shown
  queryClient.setQueryData(keys.monitors, listOf(jobs))
  return (await render(<KindList kind="heartbeat" />)).screen
}

type Changed = Partial<Heartbeat> & { readonly advice?: HeartbeatAdvice }

/** Opens the page of a heartbeat, with its data in the cache. */
const open = async (changed: Changed = {}, tab?: string, job = makeJob(0), language: "en" | "de" = "en") => {
  const key = ["heartbeat", job.id]
  queryClient.setQueryData([...key, "record"], { ...jobRecord(job), ...changed })
  queryClient.setQueryData([...key, "pings"], pingsOf(job))
  queryClient.setQueryData([...key, "incidents"], job.state === "down" ? [jobIncident(job)] : [])
  queryClient.setQueryData([...key, "timeline", "90d"], timelineOf({ id: job.id, host: "" } as Site))
  return (await render(<KindPage kind="heartbeat" id={job.id} tab={tab} />, language)).screen
}

describe("the list of heartbeats", () => {
  it("says what a heartbeat is for while there is none", async () => {
    const screen = await list([])
    await expect.element(screen.getByRole("heading", { name: "Know when a job does not run" })).toBeVisible()
    await expect.element(screen.getByRole("link", { name: "New heartbeat" })).toHaveAttribute("href", "/heartbeats/new")
  })

  it("shows the state, the uptime and the reason, the worst first, and no URL", async () => {
    const screen = await list()
    const rows = screen.getByRole("row")
    for (const text of ["Invoices", "99.80%", "The job did not report in time"])
      await expect.poll(() => rows.nth(1).element().textContent).toContain(text)
    await expect.element(screen.getByRole("img", { name: "No result yet" })).toBeVisible()
    const link = screen.getByRole("link", { name: "Invoices" })
    await expect.element(link).toHaveAttribute("href", "/heartbeats/job-of-1")
    expect(link.element().textContent).toBe("Invoices")
  })

  it("is filtered by state and by text", async () => {
    const screen = await list()
    await screen.getByRole("button", { name: "Paused 1" }).click()
    await expect.poll(() => screen.getByRole("link", { name: /job|backup|Invoices/u }).elements()).toHaveLength(1)
    await screen.getByRole("searchbox").fill("nothing")
    await expect.element(screen.getByText("No matching heartbeats")).toBeVisible()
  })

  it("pauses the selected ones", async () => {
    const screen = await list()
    await screen.getByRole("checkbox", { name: "Select Nightly backup" }).click()
    await screen.getByRole("checkbox", { name: "Select Invoices" }).click()
    await screen.getByRole("button", { name: "Pause", exact: true }).click()
    await expect
      .poll(() => changes().map(([, path]) => path))
      .toEqual(expect.arrayContaining(["/heartbeats/job-of-0/pause", "/heartbeats/job-of-1/pause"]))
  })

  it("deletes the selected ones after a question", async () => {
    asked.mockImplementation(answer({ deleted: 1, failed: 0, errors: [] }))
    const screen = await list()
    await screen.getByRole("checkbox", { name: "Select Invoices" }).click()
    await screen.getByRole("button", { name: "Delete…" }).click()
    const dialog = page.getByRole("dialog", { name: "Delete the heartbeat Invoices?" })
    await dialog.getByRole("button", { name: "Delete", exact: true }).click()
    await expect
      .poll(changes)
      .toEqual([["DELETE", "/heartbeats/bulk", { heartbeatIds: ["job-of-1"], confirmation: "DELETE" }]])
  })
})

describe("a new heartbeat", () => {
  const create = async (language: "en" | "de" = "en") => {
    asked.mockImplementation(answer(jobRecord(makeJob(3))))
    return render(<NewOfKind kind="heartbeat" />, language)
  }

  it("needs only a name, and then shows how to ping it", async () => {
    const { history, screen } = await create()
    await screen.getByRole("textbox", { name: "Name", exact: true }).fill("Nightly backup")
    await screen.getByRole("button", { name: "Create the heartbeat" }).click()
    await expect.poll(() => history.at(-1)).toBe("/heartbeats/job-of-3")
    expect(changes()).toEqual([["POST", "/heartbeats", { name: "Nightly backup" }]])
  })

  it("takes a cron expression, and shows the next runs while a person types", async () => {
    const { screen } = await create()
    await screen.getByRole("textbox", { name: "Name", exact: true }).fill("Backup")
    await screen.getByRole("radio", { name: "Cron expression" }).click()
    await screen.getByRole("combobox", { name: "Time zone" }).fill("Europe/Berlin")
    const expression = screen.getByRole("textbox", { name: "Cron expression" })
    await expression.fill("30 4 1 1 *")
    const next = screen.getByText("The next runs (Europe/Berlin):")
    await expect.element(next).toBeVisible()
    const times = [...(next.element().parentElement?.querySelectorAll("li") ?? [])].map((item) => item.textContent)
    expect(times).toHaveLength(3)
    for (const time of times) expect(time).toMatch(/1 Jan \d{4}.*04:30/u)
    await screen.getByRole("button", { name: "Create the heartbeat" }).click()
    await expect
      .poll(changes)
      .toEqual([
        ["POST", "/heartbeats", { name: "Backup", schedule: { cron: "30 4 1 1 *", timeZone: "Europe/Berlin" } }]
      ])
  })

  it.each([
    ["en", "Cron expression", "Hour takes 0 to 23; got 25.", "Create the heartbeat"],
    ["de", "Cron-Ausdruck", "Stunde: erlaubt ist 0 bis 23. Hier steht 25.", "Heartbeat anlegen"]
  ] as const)("is not sent while its expression has a fault: %s", async (language, label, fault, button) => {
    const { screen } = await create(language)
    await screen.getByRole("textbox", { name: "Name", exact: true }).fill("Backup")
    await screen.getByRole("radio", { name: label }).click()
    await screen.getByRole("textbox", { name: label }).fill("0 25 * * *")
    await expect.element(screen.getByText(fault)).toBeVisible()
    await screen.getByRole("button", { name: button }).click()
    expect(changes()).toEqual([])
  })

  it("takes durations that can be absent, and the most runs in a period", async () => {
    const { screen } = await create()
    await screen.getByRole("textbox", { name: "Name", exact: true }).fill("Backup")
    await screen.getByRole("combobox", { name: "Late after" }).selectOptions("Never late")
    await screen.getByRole("combobox", { name: "Longest run" }).selectOptions("1 hr")
    const shortest = screen.getByRole("combobox", { name: "Shortest run", exact: true })
    await shortest.selectOptions("Other…")
    await screen.getByRole("spinbutton", { name: "Shortest run: number" }).fill("2")
    await shortest.selectOptions("No limit")
    await screen.getByRole("combobox", { name: "Maximum runs per period" }).selectOptions("Number of runs")
    await screen.getByRole("spinbutton", { name: "Number of runs" }).fill("2")
    await screen.getByText("Keywords and methods").click()
    await screen.getByRole("combobox", { name: "Methods that count" }).selectOptions("Only POST")
    await screen.getByRole("textbox", { name: "Keywords of a failure" }).fill("ERROR")
    await screen.getByRole("checkbox", { name: "Search what a ping over HTTP contains" }).click()
    await screen.getByRole("button", { name: "Create the heartbeat" }).click()
    await expect.poll(changes).toEqual([
      [
        "POST",
        "/heartbeats",
        {
          name: "Backup",
          lateAfter: null,
          maxRuntime: 3_600,
          atMost: { runs: 2, period: 3_600 },
          filters: { method: "POST", failure: "ERROR", httpBody: true }
        }
      ]
    ])
  })
})

describe("the settings of a heartbeat", () => {
  it("show its schedule, keep it, and send only what was changed", async () => {
    const screen = await open({}, "settings")
    await expect.element(screen.getByRole("textbox", { name: "Cron expression" })).toHaveValue("0 3 * * *")
    asked.mockImplementation(answer(jobRecord(makeJob(0))))
    await screen.getByRole("combobox", { name: "Longest run" }).selectOptions("No limit")
    await screen.getByRole("button", { name: "Save" }).click()
    await expect.poll(changes).toEqual([["PATCH", "/heartbeats/job-of-0", { maxRuntime: null }]])
  })

  it("cannot be changed by somebody who may only read", async () => {
    const screen = await open({ access: "read" }, "settings")
    await expect.element(screen.getByText("You can see this heartbeat but not change it.")).toBeVisible()
    await expect.element(screen.getByRole("radio", { name: "Every" })).toBeDisabled()
    await expect.element(screen.getByRole("textbox", { name: "Cron expression" })).toBeDisabled()
    await expect.element(screen.getByRole("button", { name: "Pause" })).not.toBeInTheDocument()
  })
})

describe("the page of a heartbeat", () => {
  it.each<readonly [string, Partial<Heartbeat>, RegExp]>([
    ["runs", { isRunning: true }, /Up for 8 hr · running now/u],
    ["is late", { isLate: true }, /Up for 8 hr · late/u],
    [
      "waits for its first ping",
      { status: "unknown", statusChangedAt: null, lastPingAt: null },
      /No result yet · no ping/u
    ],
    ["is expected", { expectedAt: new Date(Date.now() + 5.5 * HOUR).toISOString() }, /next run expected in [56] hr/u],
    ["is overdue", { expectedAt: new Date(Date.now() - 1.5 * HOUR).toISOString() }, /a run has been due for 1 hr/u]
  ])("says that it %s", async (_, changed, text) => {
    const screen = await open(changed)
    await expect.element(screen.getByText(text).first()).toBeVisible()
  })

  it("says why it is down, with a link to the incident", async () => {
    const screen = await open({}, undefined, makeJob(1))
    await expect.element(screen.getByText("Down now:")).toBeVisible()
    await expect
      .element(screen.getByRole("link", { name: "See the evidence" }))
      .toHaveAttribute("href", "/incidents/incident-job-of-1")
    await expect.element(screen.getByRole("link", { name: "Nightly backup" })).not.toBeInTheDocument()
  })

  it.each([
    [
      "en",
      { kind: "timeZone", offsetMinutes: -120, timeZones: ["Europe/Berlin"], every: null },
      "The last runs began 2 hr early. In the time zone Europe/Berlin, they fit the schedule."
    ],
    [
      "de",
      { kind: "period", offsetMinutes: null, timeZones: [], every: 3_600 },
      "Zwischen den letzten Läufen lagen etwa 1 Std."
    ]
  ] as const)("says which schedule fits better: %s", async (language, advice, text) => {
    const screen = await open({ advice: { ...advice, message: "" } }, undefined, makeJob(0), language)
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it("says it in German", async () => {
    const screen = await open({}, undefined, makeJob(1), "de")
    await expect.element(screen.getByText("Der Job hat sich nicht rechtzeitig gemeldet.")).toBeVisible()
  })

  it("lists the runs for screen readers, with failures, late runs and gaps", async () => {
    const screen = await open({}, undefined, makeJob(1))
    const runs = screen.getByRole("list", { name: "Runs, oldest first" })
    const texts = [...runs.element().children].map(({ textContent }) => textContent)
    expect(texts).toHaveLength(41)
    expect(texts.filter((text) => text.includes("failed, exit code 2, took"))).toHaveLength(1)
    expect(texts.filter((text) => text.includes("were missed"))).toHaveLength(1)
    expect(texts.some((text) => text.includes(", late,"))).toBe(true)
    await expect.element(screen.getByText(/^40 runs, 1 failed, \d late, 2 missed$/u)).toBeVisible()
    await expect.element(screen.getByText(/^The longest run took 1 min 9 sec\./u)).toBeVisible()
  })
})

describe("the pings of a heartbeat", () => {
  it("show their output as text, and only on request", async () => {
    const screen = await open({}, "pings")
    await expect.element(screen.getByText(`Mon stores the last ${heartbeatLimits.pings} pings.`)).toBeVisible()
    asked.mockImplementation(answer({ text: "<img src=x onerror=alert(1)>\nno space", isCut: true }, "/body"))
    expect(requests().filter(([, path]) => String(path).includes("body"))).toEqual([])
    await screen.getByText("Output (1,204 B)").click()
    await expect.element(screen.getByText("<img src=x onerror=alert(1)>")).toBeVisible()
    expect(screen.getByRole("img", { name: "x" }).elements()).toEqual([])
    await expect.element(screen.getByText("The start of the output was too long and is not stored.")).toBeVisible()
  })

  it("say what each one reported", async () => {
    const key = ["heartbeat", "job-of-0", "pings"]
    const screen = await open({}, "pings")
    queryClient.setQueryData(key, [
      pingRecord({ n: 3, kind: "fail", exitCode: 1, runtimeMs: 420, run: "7f1c", isNewNetwork: true }),
      pingRecord({ n: 2, kind: "start", runtimeMs: null, exitCode: null, client: null, network: null }),
      pingRecord({ n: 1, kind: "ignored", method: "GET", client: "curl/8.5.0" })
    ])
    for (const text of ["Failure", "run 7f1c", "420", "curl/8.5.0", "192.0.2.0/24 · new network"])
      await expect.poll(() => screen.getByRole("row").nth(1).element().textContent).toContain(text)
    expect(screen.getByRole("row").nth(2).element().textContent).toMatch(/Start–––$/u)
    expect(screen.getByRole("row").nth(3).element().textContent).toMatch(/Ignored.*curl\/8\.5\.0GET/u)
  })
})

describe("how to ping a heartbeat", () => {
  it("has the ping URL and examples to copy", async () => {
    const screen = await open({}, "setup")
    await expect.element(screen.getByText(/\/ping\/5f0a4d8c-2b1e-4c7a-9d3f-000000000001$/u).first()).toBeVisible()
    await screen.getByRole("button", { name: "borgmatic", exact: true }).click()
    await expect.element(screen.getByText(/^healthchecks:/u)).toBeVisible()
    await expect.element(screen.getByRole("button", { name: "Copy the example for borgmatic" })).toBeVisible()
  })

  it("says that Mon waits for the first ping", async () => {
    const waiting = "Mon waits for the first ping. Until then, there are no alerts."
    const screen = await open({}, undefined, makeJob(3))
    await expect.element(screen.getByText(waiting)).toBeVisible()
    const later = await open({}, "setup")
    await expect.element(later.getByText(waiting)).not.toBeInTheDocument()
  })

  it("hides the ping URL from people who may only read", async () => {
    const screen = await open({ access: "read", pingUrl: null }, "setup")
    await expect.element(screen.getByText(/^Only people who can change this heartbeat/u)).toBeVisible()
    await expect.element(screen.getByRole("button", { name: "Replace the ping URL…" })).not.toBeInTheDocument()
  })

  it("shows the ping URL with the name and the account's key after a click, to those who have all rights", async () => {
    const screen = await open({ access: "owner", name: "Nightly backup (db)" }, "setup")
    const pingKey = "k".repeat(22)
    const email = `${pingKey}+<slug>@ping.mon.test`
    asked.mockImplementation(answer({ pingKey, url: `https://mon.test/ping/${pingKey}/<slug>`, email }))
    await expect.element(screen.getByText(/kkkk/u)).not.toBeInTheDocument()
    await screen.getByRole("button", { name: "Show the URL with the name" }).click()
    await expect.element(screen.getByText(`https://mon.test/ping/${pingKey}/nightly-backup-db`)).toBeVisible()
    await expect.element(screen.getByText(`${pingKey}+nightly-backup-db@ping.mon.test`)).toBeVisible()
    expect(changes()).toEqual([["POST", "/heartbeats/ping-key", undefined]])
    const editor = await open({ access: "write" }, "setup")
    await expect.element(editor.getByRole("button", { name: "Show the URL with the name" })).not.toBeInTheDocument()
  })

  it.each([
    ["en", "Copy the email address", "Each email is a success"],
    ["de", "E-Mail-Adresse kopieren", "Jede E-Mail ist ein Erfolg"]
  ] as const)("shows the address for emails if the service receives them: %s", async (language, copy, hint) => {
    const pingEmail = "5f0a4d8c-2b1e-4c7a-9d3f-000000000001@ping.mon.test"
    const screen = await open({ pingEmail }, "setup", makeJob(0), language)
    await expect.element(screen.getByText(pingEmail)).toBeVisible()
    await expect.element(screen.getByRole("button", { name: copy, exact: true })).toBeVisible()
    await expect.element(screen.getByText(new RegExp(hint, "u"))).toBeVisible()
    const without = await open({}, "setup", makeJob(0), language)
    await expect.element(without.getByText(new RegExp(hint, "u"))).not.toBeInTheDocument()
  })

  it("replaces the ping URL after a question, and says how long the earlier one works", async () => {
    const screen = await open({}, "setup")
    await screen.getByRole("button", { name: "Replace the ping URL…" }).click()
    asked.mockImplementation(answer(jobRecord({ ...makeJob(0), url: 2 })))
    await page.getByRole("dialog").getByRole("button", { name: "Replace the ping URL" }).click()
    await expect.element(screen.getByText(/000000000002$/u).first()).toBeVisible()
    expect(changes()).toEqual([["POST", "/heartbeats/job-of-0/rotate", undefined]])
    await expect.element(screen.getByText(/The earlier ping URL works until.*last used 2 hr ago/u)).toBeVisible()
    await userEvent.keyboard("{Escape}")
  })
})
