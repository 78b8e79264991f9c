import { domainFields, field, part, type PartForm, pageFields } from "@mon/model"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createElement, type ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { monitorFieldsOf } from "../build/monitorFields.ts"
import { BulkFields } from "../src/form/BulkFields.tsx"
import { changesOf, defaultsOf, valueOf } from "../src/form/fieldValues.ts"
import { cleaned, scalarOf, scalarText } from "../src/form/partValues.ts"
import { form as german } from "../src/words/form.de.ts"
import { form as english } from "../src/words/form.en.ts"
import { isAbout } from "../src/form/isAbout.ts"
import { MonitorForm } from "../src/form/MonitorForm.tsx"

const markupOf = (element: ReactElement): string =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, element))

const formOf = (declared: Parameters<typeof monitorFieldsOf>[0], record: Readonly<Record<string, unknown>>): string =>
  markupOf(
    createElement(MonitorForm, {
      fields: monitorFieldsOf(declared),
      record: { ...record, tags: [] },
      tags: [],
      isReadOnly: false,
      onSave: () => Promise.resolve()
    })
  )

const formData = (values: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

const intervalForm = (value: number) =>
  markupOf(
    createElement(MonitorForm, {
      fields: monitorFieldsOf({ checkInterval: domainFields.checkInterval }),
      record: { checkInterval: value, tags: [] },
      tags: [],
      isReadOnly: false,
      minimums: { checkInterval: 900 },
      onSave: () => Promise.resolve()
    })
  )

const choicesOf = (markup: string) => [...markup.matchAll(/<option value="(\d+)"/gu)].map(([, seconds]) => seconds)

describe("a value with parts", () => {
  it("leaves out what is not set", () => {
    const { form } = part.object(
      {
        types: part.list(part.text({ about: "Type.", example: "MX", maximum: 5 }), { about: "Types.", maximum: 3 }),
        isPinned: part.optional(part.flag({ about: "Pinned." })),
        days: part.optional(part.number({ about: "Days.", example: 1, minimum: 1, maximum: 9 }))
      },
      { about: "Value." }
    )
    expect(cleaned(form, { types: ["", "MX"], isPinned: false, days: "" })).toEqual({ types: ["MX"] })
    expect(cleaned(form, { types: [], isPinned: false })).toBeUndefined()
  })

  it.each([
    ["5", 5],
    ["true", true],
    ["null", null],
    ["green", "green"],
    ['"5"', "5"],
    ["1.2.3", "1.2.3"]
  ])("reads %s as %j and shows it again", (text, value) => {
    expect(scalarOf(text)).toBe(value)
    expect(scalarText(value)).toBe(text)
  })
})

/** Returns the paths of all parts of a value that have a control with a label and a hint. */
const pathsOf = (path: string, form: PartForm): ReadonlyArray<string> => {
  switch (form.kind) {
    case "object":
      return form.parts.flatMap((one) => [`${path}.${one.name}`, ...pathsOf(`${path}.${one.name}`, one.form)])
    case "choice":
      return form.choices.flatMap((choice) => pathsOf(path, choice))
    case "list":
      return pathsOf(path, form.item)
    default:
      return []
  }
}

describe("the words of forms", () => {
  const paths = monitorFieldsOf({ ...domainFields, ...pageFields }).flatMap((declared) => [
    declared.name,
    ...(declared.form === undefined ? [] : pathsOf(declared.name, declared.form))
  ])
  it("name and explain every declared field and part in German, and name it in English", () => {
    expect(paths.length).toBeGreaterThan(50)
    expect(paths.filter((path) => german.labels[path] === undefined || german.hints[path] === undefined)).toEqual([])
    expect(paths.filter((path) => english.labels[path] === undefined)).toEqual([])
  })

  it("show no mark-up of the reference", () => {
    for (const html of [formOf(domainFields, {}), formOf(pageFields, {})]) expect(html).not.toMatch(/`/u)
  })
})

describe("a refusal", () => {
  it.each([
    ["expect[0].text must be a string of 1 to 500 characters.", "expect", true],
    ["request.method POST requires proof that shop.example.com is yours.", "request", true],
    ["Enter request.auth.token again: the address has changed.", "request", true],
    ["requests are limited.", "request", false],
    ["Timeout must be less than check interval.", "timeoutSeconds", false]
  ])("%j belongs to the field %s: %j", (sentence, name, expected) => {
    expect(isAbout(name, sentence)).toBe(expected)
  })
})

describe("the form of a monitor", () => {
  it.each([
    ["domain", domainFields],
    ["URL monitor", pageFields]
  ])("has a control for every field that the model declares for a %s", (_, declared) => {
    const html = formOf(declared, {})
    for (const name of Object.keys(declared)) expect(html).toContain(`name="${name}"`)
  })

  it("shows a field that a later version declares, with its description and its limits", () => {
    const later = {
      ...domainFields,
      patienceAfterMs: {
        type: "int",
        about: "Response time above which a check counts as slow.",
        example: 800,
        minimum: 100,
        maximum: 30_000,
        default: 5_000
      },
      note: { type: "text", about: "A note for people.", example: "Call Ann first", maximum: 300 }
    }
    const html = formOf(later, { patienceAfterMs: 700, note: "<b>hostile</b>" })
    expect(html).toContain("Patience after (milliseconds)")
    expect(html).toContain("Response time above which a check counts as slow.")
    expect(html).toMatch(/<input[^>]*type="number"[^>]*name="patienceAfterMs"/u)
    expect(html).toMatch(/min="100"[^>]*max="30000"/u)
    expect(html).toContain('value="700"')
    expect(html).toContain('maxLength="300"')
    expect(html).toContain('value="&lt;b&gt;hostile&lt;/b&gt;"')
    const bulk = markupOf(createElement(BulkFields, { fields: monitorFieldsOf(later), onSubmit: () => undefined }))
    expect(bulk).toContain("Change: Patience after")
    expect(bulk).not.toContain("Change: Name")
  })

  it("shows the parts of a value, and sends them as one value", () => {
    const later = {
      watch: field.value(
        "watch",
        part.object(
          {
            types: part.list(part.word(["MX", "NS"], { about: "Type." }), { about: "Record types.", maximum: 2 }),
            token: part.optional(part.text({ about: "A token.", example: "t", maximum: 20, isSealed: true })),
            rules: part.optional(
              part.list(
                part.choice(
                  [
                    part.object(
                      { text: part.text({ about: "A text.", example: "In stock", maximum: 50 }) },
                      { about: "Text." }
                    ),
                    part.object(
                      { days: part.number({ about: "Days.", example: 5, minimum: 1, maximum: 90 }) },
                      { about: "Days." }
                    )
                  ],
                  { about: "A rule." }
                ),
                { about: "Rules.", maximum: 3 }
              )
            )
          },
          { about: "What is watched." }
        ),
        { about: "What is watched.", example: { types: ["MX"] }, default: null, column: "watch" }
      )
    }
    const value = { types: ["MX"], token: "***", rules: [{ days: 7 }, { text: "<b>hostile</b>" }] }
    const html = formOf(later, { watch: value })
    expect(html).toMatch(/<input type="checkbox" checked=""\/> MX/u)
    expect(html).toContain("Record types.")
    expect(html).toContain('value="***"')
    expect(html).toContain('value="7"')
    expect(html).toContain('value="&lt;b&gt;hostile&lt;/b&gt;"')
    expect(html).not.toContain("<b>hostile")
    const fields = monitorFieldsOf(later)
    const sent = /<input type="hidden"[^>]*value="([^"]*)"/u.exec(html)?.[1] ?? ""
    const form = formData({ watch: sent.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">") })
    const reordered = { rules: value.rules, token: "***", types: ["MX"] }
    expect(changesOf(fields, { watch: reordered }, form)).toEqual({})
    expect(changesOf(fields, { watch: null }, form)).toEqual({ watch: value })
    expect(changesOf(fields, { watch: value }, formData({ watch: "" }))).toEqual({ watch: null })
  })

  it("sends only what changed", () => {
    const fields = monitorFieldsOf(pageFields)
    const record = {
      name: "Pricing",
      checkInterval: 3_600,
      timeoutSeconds: 30,
      screenshotEnabled: true,
      screenshotWaitMs: 0,
      request: null,
      expect: [],
      contentFaults: "remark",
      degradedAfterMs: null,
      include: [],
      exclude: [],
      ignoreLines: [],
      onlyLines: null,
      trigger: null,
      minimumChange: null,
      render: false,
      dependsOn: []
    }
    const form = formData({
      name: " Pricing ",
      checkInterval: "7200",
      timeoutSeconds: "30",
      screenshotWaitMs: "0",
      contentFaults: "remark"
    })
    expect(changesOf(fields, record, form)).toEqual({ checkInterval: 7_200, screenshotEnabled: false })
  })

  it("reads lists from lines, commas and spaces", () => {
    const [copies] = monitorFieldsOf({ ccEmails: domainFields.ccEmails })
    expect(copies && valueOf(copies, formData({ ccEmails: "a@example.com,\n b@example.com;" }))).toEqual([
      "a@example.com",
      "b@example.com"
    ])
  })

  it("starts new monitors with the defaults of the model, but not below the interval of the plan", () => {
    const fields = monitorFieldsOf(domainFields)
    expect(defaultsOf(fields)).toMatchObject({ checkInterval: 300, screenshotOnFailure: true })
    expect(defaultsOf(fields, { checkInterval: 900 })).toMatchObject({ checkInterval: 900 })
    expect(defaultsOf(fields)).not.toHaveProperty("name")
  })

  it("lets a value below the interval of the plan stay", () => {
    expect(choicesOf(intervalForm(3_600))[0]).toBe("900")
    expect(choicesOf(intervalForm(300)).slice(0, 2)).toEqual(["300", "600"])
  })
})
