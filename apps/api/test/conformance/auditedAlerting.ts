// Changes of the people and tools of alerts, for the test of the audit log.
import { Secrets } from "@mon/core-store"
import { Effect } from "effect"
import { expect } from "vitest"
import { TAKE_OVER_REQUEST } from "../takeOverRequest.ts"
import type { TestApi, World } from "../World.ts"

/** The text in every field that can contain a secret. */
export const CANARY = "canary7Qx2"

export interface Entry {
  readonly action: string
  readonly target: string | null
  readonly changes: ReadonlyArray<{
    readonly field: string
    readonly before: string | null
    readonly after: string | null
  }>
}

export const asEntries = (data: unknown) => data as ReadonlyArray<Entry>
export const idIn = (data: object, ...path: ReadonlyArray<string | number>): string =>
  String(path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), data))

/** How the test makes requests, and finds their entries in the audit log. */
export interface Changing {
  readonly api: TestApi
  readonly world: World
  readonly call: (method: string, path: string, body?: unknown) => ReturnType<TestApi["send"]>
  /** Makes a request to an endpoint and checks its audit entry. Returns the data of the response. */
  readonly change: (endpoint: string, method: string, path: string, body?: unknown) => Promise<object>
  /** Returns the changes of the newest entry, by field: the values before and after. */
  readonly changes: () => Promise<Readonly<Record<string, ReadonlyArray<string | null>>>>
}

export const changeContacts = async ({ change, changes, world }: Changing): Promise<void> => {
  const settings = { server: "https://ntfy.example.com", topic: CANARY }
  const own = { kind: "ntfy", name: "Phone", settings }
  const id = idIn(await change("contacts.create", "POST", "/own-channels", own), "id")
  expect(await changes()).toMatchObject({ name: [null, "Phone"] })
  expect(Object.keys(await changes())).not.toContain("settings")
  await change("contacts.sendCode", "POST", `/own-channels/${id}/code`)
  const signature = await world.run(
    Effect.map(
      Secrets,
      ({ sign }) =>
        (membershipKey: string) =>
          sign("own channel code", `${membershipKey}:${id}:123456`)
    )
  )
  const [channel] = await world.sql("select membership_id as key from alert_channel where membership_id is not null")
  await world.sql("update own_channel set code_signature = $1", signature(idIn(channel ?? {}, "key")))
  await change("contacts.verify", "POST", `/own-channels/${id}/verify`, { code: "123456" })
  expect(await changes()).toEqual({ isActive: ["false", "true"], isVerified: ["false", "true"] })
  await change("contacts.update", "PATCH", `/own-channels/${id}`, { name: "Watch" })
  expect(await changes()).toEqual({ name: ["Phone", "Watch"] })
  await change("contacts.updateRules", "PATCH", "/contact-rules", { low: [{ afterMinutes: 5, via: "email" }] })
  expect(Object.keys(await changes())).toEqual(["low"])
  await change("contacts.testRules", "POST", "/contact-rules/test", { urgency: "low" })
  await change("contacts.remove", "DELETE", `/own-channels/${id}`)
}

export const changeAlertSources = async ({ api, call, change, changes }: Changing): Promise<void> => {
  const made = await change("alertSources.create", "POST", "/alert-sources", { name: "Grafana", kind: "grafana" })
  const source = `/alert-sources/${idIn(made, "id")}`
  await change("alertSources.update", "PATCH", source, { isActive: false })
  expect(await changes()).toEqual({ isActive: ["true", "false"] })
  await change("alertSources.update", "PATCH", source, { isActive: true })
  const rotated = await change("alertSources.rotateToken", "POST", `${source}/rotate`)
  expect(Object.keys(await changes())).toEqual(["tokenHint"])
  const alert = { alert_uid: "disk", title: "Disk full" }
  await api.send("POST", new URL(idIn(rotated, "address")).pathname, { body: alert })
  const [alerted] = asEntries((await call("GET", "/alert-sources/incidents")).data) as unknown as [{ id: string }]
  const acknowledged = `/alert-sources/incidents/${alerted.id}/acknowledge`
  await change("alertSources.acknowledge", "POST", acknowledged, {})
  expect(Object.keys(await changes())).toEqual(["acknowledgement"])
  await change("alertSources.unacknowledge", "DELETE", acknowledged)
  await change("alertSources.remove", "DELETE", source)
}

/** Asks another person to take over a shift, and answers requests of this person. */
const changeRequests = async ({ call, change, changes, world }: Changing, schedule: string): Promise<void> => {
  const [account] = await world.sql("select a.public_id::text as id from account a order by a.id limit 1")
  const other = await world.member({ id: idIn(account ?? {}, "id"), email: "", membershipId: "", key: "" }, [])
  const people = (await call("GET", "/on-call/people")).data as unknown as ReadonlyArray<{
    readonly membershipId: string
  }>
  const me = people.find(({ membershipId }) => membershipId !== other.membershipId)?.membershipId ?? ""
  const range = { start: "2027-02-08T17:00:00.000Z", end: "2027-02-11T08:00:00.000Z" }
  const overrides = `/on-call/schedules/${schedule}/overrides`
  await call("POST", overrides, { ...range, people: [me] })
  const requests = `/on-call/schedules/${schedule}/requests`
  const body = { ...range, person: other.membershipId, note: "Dentist" }
  const own = idIn(await change("onCallRequests.ask", "POST", requests, body), "id")
  expect(await changes()).toMatchObject({ note: [null, "Dentist"], state: [null, "open"] })
  await change("onCallRequests.withdraw", "DELETE", `${requests}/${own}`)
  expect(await changes()).toEqual({ state: ["open", "withdrawn"] })
  for (const [name, state] of [
    ["decline", "declined"],
    ["accept", "accepted"]
  ] as const) {
    const [stored] = await world.sql(TAKE_OVER_REQUEST, schedule, other.membershipId, me)
    await change(`onCallRequests.${name}`, "POST", `${requests}/${idIn(stored ?? {}, "id")}/${name}`)
    expect(await changes()).toEqual({ state: ["open", state] })
  }
}

export const changeOnCall = async (changing: Changing): Promise<void> => {
  const { change, changes } = changing
  const handOff = { every: 1, unit: "weeks", start: "2027-01-04T09:00" }
  const rotation = { name: "Operations", timezone: "UTC", layers: [{ groups: [[]], handOff }] }
  const schedule = idIn(await change("onCall.create", "POST", "/on-call/schedules", rotation), "id")
  await change("onCall.update", "PATCH", `/on-call/schedules/${schedule}`, { name: "Night" })
  expect(await changes()).toEqual({ name: ["Operations", "Night"] })
  const [start, end] = ["2027-01-08T17:00:00.000Z", "2027-01-11T08:00:00.000Z"]
  const overrides = `/on-call/schedules/${schedule}/overrides`
  const override = idIn(await change("onCall.addOverride", "POST", overrides, { start, end, people: [] }), "id")
  await change("onCall.removeOverride", "DELETE", `${overrides}/${override}`)
  expect(await changes()).toMatchObject({ start: [start, null], end: [end, null] })
  const calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
  await change("onCall.importCalendar", "POST", `/on-call/schedules/${schedule}/calendar-import`, { calendar })
  const calendars = `/on-call/schedules/${schedule}/calendar`
  await change("onCall.makeCalendar", "POST", calendars)
  expect(await changes()).toEqual({ createdAt: [null, expect.stringMatching(/^"?2/u)] })
  await change("onCall.removeCalendar", "DELETE", calendars)
  await change("onCall.makeOwnCalendar", "POST", "/on-call/calendar")
  await change("onCall.removeOwnCalendar", "DELETE", "/on-call/calendar")
  await changeRequests(changing, schedule)
  await change("onCall.remove", "DELETE", `/on-call/schedules/${schedule}`)
}
