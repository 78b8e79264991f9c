import { part, type PartForm, serviceCheck, serviceFields, serviceTypes } from "@mon/model"
import { describe, expect, it } from "vitest"
import { monitorFieldsOf } from "../build/monitorFields.ts"
import { changesOf, defaultsOf } from "../src/form/fieldValues.ts"
import { chosenOf, cleaned, emptyOf, nameOfChoice, offered, switched, tagOf } from "../src/form/partValues.ts"
import { serviceFieldsDe } from "../src/services/serviceFields.de.ts"
import { serviceFieldsEn } from "../src/services/serviceFields.en.ts"
import { form as german } from "../src/words/form.de.ts"
import { form as english } from "../src/words/form.en.ts"

const { choices } = serviceCheck.form
const formOf = (type: string): PartForm => {
  const form = choices.find((choice) => nameOfChoice(choices, choice) === type)
  if (form === undefined) throw new Error(`There is no type ${type}.`)
  return form
}
const login = { username: "mon", password: "pw" }

const expectations: PartForm = serviceFields.expect.form
const expected = expectations.kind === "list" && expectations.item.kind === "choice" ? expectations.item.choices : []

describe("a choice between objects with a type", () => {
  it("is recognised by its type", () => {
    expect(tagOf(choices)).toBe("type")
    expect(choices.map((choice) => nameOfChoice(choices, choice))).toEqual(serviceTypes)
    expect(serviceTypes.map((type) => chosenOf(choices, { type }))).toEqual(serviceTypes.map((_, index) => index))
    expect(
      [{}, null, { type: "constructor" }, { target: "db.example.com" }].map((one) => chosenOf(choices, one))
    ).toEqual([-1, -1, -1, -1])
  })

  it("begins with its type and its required parts", () => {
    expect(emptyOf(formOf("postgres"))).toEqual({ type: "postgres", target: "" })
    expect(emptyOf(formOf("dns"))).toEqual({ type: "dns", server: "", name: "", recordType: "A" })
  })

  it("of mail begins with both servers and both addresses", () => {
    expect(emptyOf(formOf("mailRoundTrip"))).toEqual({
      type: "mailRoundTrip",
      send: { target: "" },
      from: "",
      to: "",
      receive: { target: "" }
    })
  })

  it("keeps what both types have when the type changes", () => {
    const before = {
      type: "postgres",
      target: "db.example.com",
      login,
      tls: "required",
      database: "shop",
      role: "replica"
    }
    expect(switched(choices, formOf("redis"), before)).toEqual({
      type: "redis",
      target: "db.example.com",
      login,
      role: "replica"
    })
    expect(switched(choices, formOf("mongodb"), before)).toEqual({
      type: "mongodb",
      target: "db.example.com",
      login,
      database: "shop"
    })
    expect(switched(choices, formOf("smtp"), before)).toEqual({
      type: "smtp",
      target: "db.example.com",
      login,
      tls: "required"
    })
    expect(switched(choices, formOf("ssh"), undefined)).toEqual({ type: "ssh", target: "" })
  })

  it("is sent without its empty parts, and with its type", () => {
    const check = { type: "postgres", target: "db.example.com", login: undefined, database: "", answer: { equals: "" } }
    expect(cleaned(serviceCheck.form, check)).toEqual({ type: "postgres", target: "db.example.com" })
    expect(cleaned(serviceCheck.form, undefined)).toBeUndefined()
    expect(cleaned(serviceCheck.form, { type: "later", target: "db.example.com" })).toBeUndefined()
  })

  it("keeps a user name that is empty, as that of Redis", () => {
    const check = { type: "redis", target: "cache.example.com", login: { username: "", password: "pw" } }
    expect(cleaned(serviceCheck.form, check)).toEqual(check)
  })

  it("sends a flag only if it differs from what its absence means", () => {
    const dns = { type: "dns", server: "ns1.example.com", name: "example.com", recordType: "A" }
    expect(cleaned(serviceCheck.form, { ...dns, recursion: true, authenticated: false })).toEqual(dns)
    const authoritative = { ...dns, recursion: false, authenticated: true }
    expect(cleaned(serviceCheck.form, authoritative)).toEqual(authoritative)
  })

  it("offers to leave out a value whose parts are all required", () => {
    const form = part.object(
      { username: part.text({ about: "Name.", example: "mon", maximum: 5 }) },
      { about: "Login." }
    ).form
    expect(offered(form, false)).toBe(form)
    expect(offered(form, true)).toEqual({ kind: "choice", about: "Login.", choices: [form] })
  })
})

describe("a choice between objects without a type", () => {
  it("is still recognised by the first part, which may have only one word", () => {
    expect(tagOf(expected)).toBeNull()
    expect(expected.map((choice) => nameOfChoice(expected, choice))).toEqual([
      "responseTimeMs",
      "certificate",
      "ipVersion"
    ])
    expect(chosenOf(expected, { certificate: "valid", minimumDays: 14 })).toBe(1)
    const [first] = expected
    expect(first === undefined ? null : switched(expected, first, { ipVersion: 4 })).toEqual({ responseTimeMs: "" })
  })
})

/** Returns the paths of all parts of a value that have a control with a label and a hint. */
const pathsOf = (path: string, form: PartForm): ReadonlyArray<string> => {
  switch (form.kind) {
    case "object":
      // Expectations have the same words everywhere.
      return form.parts.flatMap((one) => {
        const inside = one.name === "expect" ? "expect" : `${path}.${one.name}`
        return [inside, ...pathsOf(inside, one.form)]
      })
    case "choice":
      return form.choices.flatMap((choice) => pathsOf(path, choice))
    case "list":
      return pathsOf(path, form.item)
    default:
      return []
  }
}

const has = (own: typeof serviceFieldsEn, shared: typeof english, table: "hints" | "labels") => (path: string) =>
  own[table][path] !== undefined || shared[table][path] !== undefined

describe("the words of the form of a service", () => {
  const declared = monitorFieldsOf(serviceFields)
  const paths = [
    ...new Set(
      declared.flatMap((field) => [field.name, ...(field.form === undefined ? [] : pathsOf(field.name, field.form))])
    )
  ].filter((path) => path !== "check.type")
  it("name every field and every part in both languages, and explain them in German", () => {
    expect(paths.length).toBeGreaterThan(60)
    expect(paths.filter((path) => !has(serviceFieldsEn, english, "labels")(path))).toEqual([])
    expect(paths.filter((path) => !has(serviceFieldsDe, german, "labels")(path))).toEqual([])
    expect(paths.filter((path) => !has(serviceFieldsDe, german, "hints")(path))).toEqual([])
  })

  it("show no mark-up of the reference", () => {
    const hints = paths.filter((path) => path.startsWith("check")).map((path) => serviceFieldsEn.hints[path])
    expect(hints.filter((hint) => hint === undefined || hint.includes("`"))).toEqual([])
  })

  it("are the same in both languages", () => {
    for (const table of ["labels", "hints", "groups"] as const)
      expect(Object.keys(serviceFieldsDe[table])).toEqual(Object.keys(serviceFieldsEn[table]))
  })
})

describe("the values of a form of a service", () => {
  it("contain the check as it was entered, and nothing that was not changed", () => {
    const fields = monitorFieldsOf(serviceFields)
    const form = new FormData()
    for (const [name, value] of Object.entries(defaultsOf(fields)))
      if (typeof value === "number") form.set(name, String(value))
    const check = { type: "ssh", target: "host.example.com" }
    form.set("name", "Host")
    form.set("check", JSON.stringify(check))
    expect(changesOf(fields, defaultsOf(fields), form)).toEqual({ name: "Host", check })
    expect(
      changesOf(fields, { ...defaultsOf(fields), name: "Host", check: { target: check.target, type: "ssh" } }, form)
    ).toEqual({})
  })
})
