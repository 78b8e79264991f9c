import type { Service } from "@mon/model"
import axe from "axe-core"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { keys, queryClient } from "../../src/api/queries.ts"
import NewOfKind from "../../src/kinds/KindForm.tsx"
import KindList from "../../src/kinds/KindList.tsx"
import KindPage from "../../src/kinds/KindPage.tsx"
import { messageQueue } from "../../src/ui/notify.ts"
import { accountOf, monitorFieldNames, timelineOf, type Site } from "../records.ts"
import {
  makeService,
  serviceIncident,
  serviceRecord,
  serviceRow,
  serviceTrialOf,
  someServices
} from "../serviceRecords.ts"
import { render } from "./render.tsx"

const tags = [{ id: "0", name: "Care plan", color: "#1a5fc4" }]
const asked = vi.fn<typeof fetch>()

const changes = () =>
  asked.mock.calls.flatMap(([path, init]) =>
    init?.method === "GET" || init?.method === undefined
      ? []
      : [
          [
            init.method,
            String(path).replace("/api/v1", ""),
            typeof init.body === "string" ? (JSON.parse(init.body) as Record<string, unknown>) : undefined
          ] as const
        ]
  )

const list = { fields: monitorFieldNames, tags, rows: someServices(5).map(serviceRow) }

/** Answers trials with their result, other changes with the first service, and reads of monitors with the list. */
const answer: typeof fetch = (input, init) => {
  const path = String(input)
  const body = typeof init?.body === "string" ? (JSON.parse(init.body) as Record<string, unknown>) : {}
  const data = path.endsWith("/try")
    ? serviceTrialOf(body)
    : path.endsWith("/monitors")
      ? list
      : init?.method === "GET" && !path.endsWith("/services/service-0")
        ? []
        : serviceRecord(makeService(0))
  return Promise.resolve(
    "problem" in data
      ? Response.json({ success: false, message: data.problem }, { status: 400 })
      : Response.json({ success: true, data })
  )
}

beforeEach(() => {
  vi.stubGlobal("fetch", asked)
  asked.mockReset()
  asked.mockImplementation(answer)
  queryClient.setQueryData(keys.monitors, list)
  queryClient.setQueryData(["account"], accountOf(3))
  queryClient.setQueryData(["tags"], tags)
})
afterEach(() => void vi.unstubAllGlobals())

const violations = async (): Promise<ReadonlyArray<string>> => {
  const { violations: found } = await axe.run(document.body, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa"] })
  // A component stands alone here, without the title and the language of the document.
  return found.filter(({ id }) => id !== "document-title" && id !== "html-has-lang").map(({ help }) => help)
}

const login = (password: string) => ({ username: "mon", password })

const create = (language: "en" | "de" = "en") => render(<NewOfKind kind="service" />, language)

describe("a new service", () => {
  it("has its types in groups, and needs one of them", async () => {
    const { screen } = await create()
    const type = screen.getByRole("combobox", { name: "Type of the service" })
    const groups = [...type.element().querySelectorAll("optgroup")].map((group) => [
      group.label,
      group.children[0]?.textContent
    ])
    expect(groups).toEqual([
      ["Ports and hosts", "TCP port"],
      ["Mail", "SMTP (outgoing mail)"],
      ["Databases", "PostgreSQL"],
      ["Messages and directories", "MQTT broker"],
      ["Names and time", "DNS server"],
      ["Files, shells and others", "SSH"]
    ])
    await screen.getByRole("button", { name: "Create the service" }).click()
    expect(changes()).toEqual([])
    await type.selectOptions("SSH")
    await screen.getByRole("textbox", { name: "Address", exact: true }).fill("host.example.com")
    await screen.getByRole("button", { name: "Create the service" }).click()
    await expect.poll(changes).toEqual([["POST", "/services", { check: { type: "ssh", target: "host.example.com" } }]])
  })

  it("shows first what most people need, keeps it when the type changes, and has no accessibility problem", async () => {
    const { history, screen } = await create()
    const type = screen.getByRole("combobox", { name: "Type of the service" })
    await type.selectOptions("PostgreSQL")
    await screen.getByRole("textbox", { name: "Address", exact: true }).fill("db.example.com")
    await expect.element(screen.getByText("Default port: 5432.")).toBeVisible()
    await screen.getByRole("combobox", { name: "TLS" }).selectOptions("Required")
    await screen.getByRole("combobox", { name: "Login" }).selectOptions("User name and password")
    await screen.getByRole("textbox", { name: "User name" }).fill("mon")
    await screen.getByRole("textbox", { name: "Password" }).fill("pw")
    await expect.element(screen.getByLabelText("Database")).not.toBeVisible()
    await type.selectOptions("MySQL or MariaDB")
    await screen.getByText("More options").click()
    await screen.getByRole("textbox", { name: "Database" }).fill("shop")
    expect(await violations()).toEqual([])
    await screen.getByRole("textbox", { name: "Name", exact: true }).fill("Orders")
    await screen.getByRole("button", { name: "Create the service" }).click()
    await expect.poll(() => history.at(-1)).toBe("/services/service-0")
    expect(changes()).toEqual([
      [
        "POST",
        "/services",
        {
          name: "Orders",
          check: {
            type: "mysql",
            target: "db.example.com",
            login: { username: "mon", password: "pw" },
            tls: "required",
            database: "shop"
          }
        }
      ]
    ])
  })

  it("of mail asks for both servers, each with its own login", async () => {
    const { screen } = await create()
    await screen.getByRole("combobox", { name: "Type of the service" }).selectOptions("Mail round trip")
    const part = (name: string) => screen.getByRole("group", { name, exact: true })
    const server = async (name: string, target: string) => {
      await part(name).getByRole("textbox", { name: "Address", exact: true }).fill(target)
      await part(name).getByRole("combobox", { name: "Login" }).selectOptions("User name and password")
      await part(name).getByRole("textbox", { name: "User name" }).fill("mon")
      await part(name).getByRole("textbox", { name: "Password" }).fill(target)
    }
    await server("Server for outgoing mail", "smtp.example.com")
    await server("Mailbox", "imap.example.com")
    await screen.getByRole("textbox", { name: "Sender" }).fill("probe@example.com")
    await screen.getByRole("textbox", { name: "Recipient" }).fill("inbox@example.com")
    expect(await violations()).toEqual([])
    await screen.getByRole("button", { name: "Create the service" }).click()
    await expect.poll(changes).toEqual([
      [
        "POST",
        "/services",
        {
          check: {
            type: "mailRoundTrip",
            send: { target: "smtp.example.com", login: login("smtp.example.com") },
            from: "probe@example.com",
            to: "inbox@example.com",
            receive: { target: "imap.example.com", login: login("imap.example.com") }
          }
        }
      ]
    ])
  })

  it("of HTTP in steps asks for each request with what it expects and takes", async () => {
    const { screen } = await create()
    await screen.getByRole("combobox", { name: "Type of the service" }).selectOptions("HTTP in steps")
    const add = screen.getByRole("button", { name: "Add to Steps", exact: true })
    await add.click()
    const first = screen.getByRole("group", { name: "1: Steps" })
    await first.getByRole("textbox", { name: "Name", exact: true }).fill("first")
    await first.getByRole("textbox", { name: "URL" }).fill("https://shop.example.com/")
    await first.getByRole("button", { name: "+ Status" }).click()
    await first.getByRole("textbox", { name: "Status" }).fill("200")
    await first.getByRole("button", { name: "+ Value in JSON" }).click()
    await first.getByRole("textbox", { name: "Value in JSON" }).fill("$.id")
    await first.getByRole("textbox", { name: "Name of the value" }).fill("id")
    await add.click()
    const second = screen.getByRole("group", { name: "2: Steps" })
    await second.getByRole("textbox", { name: "Name", exact: true }).fill("second")
    await second.getByRole("textbox", { name: "URL" }).fill("https://shop.example.com/{{id}}")
    expect(await violations()).toEqual([])
    await screen.getByRole("button", { name: "Create the service" }).click()
    await expect.poll(changes).toEqual([
      [
        "POST",
        "/services",
        {
          check: {
            type: "httpSteps",
            steps: [
              {
                name: "first",
                url: "https://shop.example.com/",
                expect: [{ status: "200" }],
                take: [{ json: "$.id", name: "id" }]
              },
              { name: "second", url: "https://shop.example.com/{{id}}" }
            ]
          }
        }
      ]
    ])
  })

  it("is filled in from an address", async () => {
    const { screen } = await create()
    const address = screen.getByRole("textbox", { name: "Paste an address" })
    await address.fill("postgres://mon:p%40w@db.example.com:5433/shop")
    await expect.element(screen.getByText("Recognised: PostgreSQL.")).toBeVisible()
    await expect
      .element(screen.getByRole("textbox", { name: "Address", exact: true }))
      .toHaveValue("db.example.com:5433")
    await expect.element(screen.getByRole("textbox", { name: "Password" })).toHaveValue("p@w")
    await expect.element(screen.getByRole("textbox", { name: "Database" })).toHaveValue("shop")
    await address.fill("https://example.com")
    await expect
      .element(screen.getByRole("link", { name: "This is the address of a web site." }))
      .toHaveAttribute("href", "/add?sites=https%3A%2F%2Fexample.com")
    await address.fill("two words")
    await expect.element(screen.getByText("Mon does not recognise this address.")).toBeVisible()
    await address.fill("mail.example.com:465")
    await screen.getByRole("button", { name: "Create the service" }).click()
    await expect
      .poll(changes)
      .toEqual([["POST", "/services", { check: { type: "smtp", target: "mail.example.com", tls: "fromStart" } }]])
  })

  it("is checked once with the values of the form, which are not stored", async () => {
    const { screen } = await create()
    await expect.element(screen.getByText("Choose a type and enter an address first.")).toBeVisible()
    await screen.getByRole("textbox", { name: "Paste an address" }).fill("db.example.com:5432")
    await screen.getByRole("button", { name: "Check once" }).click()
    await expect.element(screen.getByText("Up · 84 ms")).toBeVisible()
    await expect.element(screen.getByText("4 + 20 + 40 + 15 + 5")).toBeVisible()
    await expect.element(screen.getByText("203.0.113.9")).toBeVisible()
    const found = screen.getByRole("list", { name: "What the check found out" })
    expect([...found.element().children].map(({ textContent }) => textContent)).toEqual([
      "Version: 15.9",
      "Encrypted: yes",
      "Future fact: 7"
    ])
    expect(changes()).toEqual([["POST", "/services/try", { check: { type: "postgres", target: "db.example.com" } }]])
    expect(await violations()).toEqual([])
    await screen.getByRole("button", { name: "+ Response time" }).click()
    await screen.getByRole("spinbutton", { name: "Response time" }).fill("50")
    await expect.element(screen.getByText("You have made changes since this check.")).toBeVisible()
    await screen.getByRole("button", { name: "Check again" }).click()
    await expect.element(screen.getByText("Not met:")).toBeVisible()
  })

  it.each([
    ["en", "Check once", "The address of the service must be public."],
    ["de", "Einmal prüfen", "Die Adresse des Dienstes muss öffentlich sein."]
  ] as const)("says why Mon does not check it: %s", async (language, button, reason) => {
    const { screen } = await create(language)
    await screen.getByRole("textbox").first().fill("refused.example.com")
    await screen.getByRole("button", { name: button }).click()
    await expect.element(screen.getByText(reason)).toBeVisible()
  })

  it("sends the lines of a dialogue as its protocol needs them", async () => {
    const { screen } = await create()
    await screen.getByRole("textbox", { name: "Paste an address" }).fill("host.example.com:4000")
    await screen.getByText("More options").click()
    await screen.getByRole("button", { name: "+ Send a text" }).click()
    await screen.getByRole("textbox", { name: "Send a text" }).fill("PING\n")
    await screen.getByRole("button", { name: "Create the service" }).click()
    await expect
      .poll(() => changes()[0]?.[2]?.["check"])
      .toEqual({ type: "tcp", target: "host.example.com:4000", steps: [{ send: "PING\r\n" }] })
  })
})

/** Opens the page of a service, with its data in the cache. */
const open = async (changed: Partial<Service> = {}, tab?: string, number = 0, language: "en" | "de" = "en") => {
  const service = makeService(number)
  const key = ["service", service.id]
  queryClient.setQueryData([...key, "record"], { ...serviceRecord(service), ...changed })
  queryClient.setQueryData([...key, "incidents"], service.state === "down" ? [serviceIncident(service)] : [])
  for (const range of ["24h", "90d"] as const)
    queryClient.setQueryData([...key, "timeline", range], timelineOf({ id: service.id, host: "" } as Site, range))
  return (await render(<KindPage kind="service" id={service.id} tab={tab} />, language)).screen
}

describe("the page of a service", () => {
  it.each([
    ["en", "Check now", "Checked. State: Up."],
    ["de", "Jetzt prüfen", "Geprüft. Zustand: Erreichbar."]
  ] as const)("lets a worker check it, and says what it found: %s", async (language, button, message) => {
    const screen = await open({}, undefined, 0, language)
    await screen.getByRole("button", { name: button }).click()
    await expect.poll(() => messageQueue.current().map(({ text }) => text)).toEqual([message])
    expect(changes()).toEqual([["POST", "/services/service-0/check-now", undefined]])
  })

  it("offers no check of a paused service, or to a member who can only read", async () => {
    const screen = await open({ isPaused: true, status: "paused" })
    await expect.element(screen.getByRole("button", { name: "Resume" })).toBeVisible()
    expect(screen.getByRole("button", { name: "Check now" }).query()).toBeNull()
  })
})

describe("the settings of a service", () => {
  it("send only what was changed, and keep a sealed password", async () => {
    const screen = await open({}, "settings")
    await expect.element(screen.getByRole("textbox", { name: "Password" })).toHaveValue("***")
    await screen.getByRole("textbox", { name: "Database" }).fill("orders")
    await screen.getByRole("button", { name: "Check once" }).click()
    await expect.element(screen.getByText("Up · 84 ms")).toBeVisible()
    await screen.getByRole("button", { name: "Save" }).click()
    const { check } = makeService(0)
    const changed = { check: { ...check, database: "orders" } }
    await expect.poll(changes).toEqual([
      ["POST", "/services/service-0/try", changed],
      ["PATCH", "/services/service-0", changed]
    ])
  })

  it("do not lose a flag that is on unless it is switched off", async () => {
    const screen = await open({}, "settings", 3)
    const flag = screen.getByRole("checkbox", { name: "Let the server ask other servers" })
    await expect.element(flag).not.toBeChecked()
    await flag.click()
    await screen.getByRole("button", { name: "Save" }).click()
    const check = { type: "dns", server: "ns1.example.com", name: "example.com", recordType: "MX" }
    await expect.poll(changes).toEqual([["PATCH", "/services/service-3", { check }]])
  })

  it("cannot be changed or tried by somebody who may only read", async () => {
    const screen = await open({ access: "read" }, "settings")
    await expect.element(screen.getByText("You can see this service but not change it.")).toBeVisible()
    await expect.element(screen.getByRole("combobox", { name: "Type of the service" })).toBeDisabled()
    expect(screen.getByRole("button", { name: "Check once" }).elements()).toEqual([])
  })

  it("ask for the type again if another version of Mon stored the check", async () => {
    const screen = await open({ check: null }, "settings")
    await expect.element(screen.getByRole("combobox", { name: "Type of the service" })).toHaveValue("")
  })
})

describe("the page of a service", () => {
  it("shows its last response time, its type and its certificate", async () => {
    const screen = await open()
    await expect
      .element(screen.getByText(/Up for 8 hr · answered in 12 ms · checked \d+ sec ago, every 5 min/u))
      .toBeVisible()
    await expect.element(screen.getByText("p50 11 ms · p95 24 ms · p99 31 ms")).toBeVisible()
    const card = screen.getByRole("region", { name: "Service" })
    for (const text of ["PostgreSQL", "postgres://db.example.com:5432", "Required", "yes, as mon"])
      await expect.element(card.getByText(text, { exact: true })).toBeVisible()
    await expect.element(screen.getByRole("region", { name: "Certificate" })).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it.each<readonly [string, Partial<Service>, RegExp]>([
    ["is slow", { isDegraded: true }, /Up for 8 hr · Degraded/u],
    [
      "has a certificate that browsers refuse",
      { ssl: { ...serviceRecord(makeService(0)).ssl!, problems: ["expired"] } },
      /expired/u
    ]
  ])("says that it %s", async (_, changed, text) => {
    const screen = await open(changed)
    await expect.element(screen.getByText(text).first()).toBeVisible()
  })

  it("says that another version of Mon stored its check", async () => {
    const screen = await open({ check: null })
    await expect.element(screen.getByText("Another version of Mon stored this check.")).toBeVisible()
  })

  it("says in German why it is down", async () => {
    const screen = await open({}, undefined, 1, "de")
    await expect.element(screen.getByText("Der Server lehnte die Verbindung ab.")).toBeVisible()
    await expect.element(screen.getByText("SMTP (Postausgang)")).toBeVisible()
  })

  it("lists its checks without an HTTP status", async () => {
    queryClient.setQueryData(["service", "service-0", "history"], [])
    const screen = await open({}, "checks")
    await expect.element(screen.getByText("No checks yet.")).toBeVisible()
  })
})

describe("the list of services", () => {
  it("shows the worst first, with addresses", async () => {
    const { screen } = await render(<KindList kind="service" />)
    const rows = screen.getByRole("row")
    for (const text of ["Outgoing mail", "mail.example.com:465", "The connection was refused"])
      await expect.poll(() => rows.nth(1).element().textContent).toContain(text)
    await expect.element(screen.getByRole("link", { name: "New service" })).toHaveAttribute("href", "/services/new")
  })
})
