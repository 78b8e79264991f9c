import type { ReceivedAlert } from "@mon/core-store"
import { AlertFacts, alertSourceLimits as limits } from "@mon/model"
import { Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readAlertmanagerGroup } from "../../src/alertSources/formats/alertmanager.ts"
import { readGrafanaWebhook } from "../../src/alertSources/formats/grafana.ts"
import { opsgenieCalls, readOpsgenieAlert, readOpsgenieCall } from "../../src/alertSources/formats/opsgenie.ts"
import { readPagerDutyEvent } from "../../src/alertSources/formats/pagerDuty.ts"
import type { AlertReading } from "../../src/alertSources/formats/reading.ts"

type Body = Readonly<Record<string, unknown>>

const pagerDuty = (body: Body) => readPagerDutyEvent(body, "new").reading
const one = (alert: object): AlertReading => ({ _tag: "Alerts", alerts: [alert as ReceivedAlert], ignored: 0 })
const invalid = (field: string): unknown => expect.objectContaining({ _tag: "Invalid", field })
const call = (name: (typeof opsgenieCalls)[number], body: Body = {}) => readOpsgenieCall(name, "a", body)
const alertsOf = (reading: AlertReading) => (reading._tag === "Alerts" ? reading.alerts : [])
const factsOf = (reading: AlertReading) => {
  const [alert] = alertsOf(reading)
  return alert?.action === "trigger" ? alert.facts : null
}

describe("an event of PagerDuty", () => {
  const event = {
    routing_key: "3f1c0c8e5b7d4a6f9e2d1b0a7c5e9f3c",
    event_action: "trigger",
    dedup_key: "srv01/mysql",
    client: "Sample Monitoring Service",
    client_url: "https://monitoring.example.com",
    links: [{ href: "https://pagerduty.example.com/", text: "An example link." }],
    images: [{ src: "https://chart.example.com/x.png", href: "https://example.com/", alt: "A chart" }],
    payload: {
      summary: "PING OK - Packet loss = 0%, RTA = 1.41 ms",
      timestamp: "2015-07-17T08:42:58.315+0000",
      source: "monitoringtool:cloudvendor:central-region-dc-01",
      severity: "info",
      component: "postgres",
      group: "prod-datapipe",
      class: "deploy",
      custom_details: { "ping time": "1500ms", "load avg": 0.75, nested: { a: [1] } }
    }
  }

  it("begins a problem, with its severity, link and details", () => {
    expect(pagerDuty(event)).toEqual(
      one({
        action: "trigger",
        key: "srv01/mysql",
        facts: {
          title: event.payload.summary,
          summary: null,
          severity: "info",
          link: "https://pagerduty.example.com/",
          labels: [
            { name: "source", value: event.payload.source },
            { name: "component", value: "postgres" },
            { name: "group", value: "prod-datapipe" },
            { name: "class", value: "deploy" },
            { name: "ping time", value: "1500ms" },
            { name: "load avg", value: "0.75" },
            { name: "nested", value: '{"a":[1]}' }
          ]
        }
      })
    )
    expect(factsOf(pagerDuty({ ...event, links: [] }))?.link).toBe("https://monitoring.example.com/")
  })

  it("gets a new key if it begins a problem without one, and the response names the key", () => {
    const { dedup_key: _, ...unnamed } = event
    expect(readPagerDutyEvent(unnamed, "new")).toMatchObject({ key: "new", reading: { alerts: [{ key: "new" }] } })
    expect(readPagerDutyEvent(event, "new").key).toBe("srv01/mysql")
  })

  it("ends or acknowledges a problem", () => {
    const { dedup_key } = event
    expect(pagerDuty({ event_action: "resolve", dedup_key })).toEqual(one({ action: "resolve", key: dedup_key }))
    expect(pagerDuty({ event_action: "acknowledge", dedup_key, payload: null })).toEqual(
      one({ action: "acknowledge", key: dedup_key, by: null, note: null })
    )
  })

  it.each([
    [{}, "event_action"],
    [{ ...event, event_action: "close" }, "event_action"],
    [{ event_action: "resolve" }, "dedup_key"],
    [{ event_action: "acknowledge", dedup_key: " " }, "dedup_key"],
    [{ ...event, dedup_key: "x".repeat(256) }, "dedup_key"],
    [{ ...event, payload: undefined }, "payload"],
    [{ ...event, payload: [] }, "payload"],
    [{ ...event, payload: { ...event.payload, summary: "" } }, "payload.summary"],
    [{ ...event, payload: { ...event.payload, summary: {} } }, "payload.summary"],
    [{ ...event, payload: { ...event.payload, severity: "fatal" } }, "payload.severity"],
    [{ ...event, payload: { ...event.payload, severity: undefined } }, "payload.severity"]
  ])("names its wrong field: %#", (body, field) => {
    expect(pagerDuty(body)).toEqual(invalid(field))
  })
})

describe("an alert of Opsgenie", () => {
  const alert = {
    message: "[FIRING] DiskAlmostFull",
    alias: "2f9bc1f7a3",
    description: "/var: 96 %",
    responders: [{ name: "NOC", type: "team" }],
    tags: ["disk", "critical"],
    details: { instance: "db1:9100" },
    entity: "db1",
    source: "https://alertmanager.example.com/#/alerts?receiver=noc",
    priority: "P1",
    note: ""
  }

  it("begins a problem", () => {
    expect(readOpsgenieAlert(alert, "new")).toEqual(
      one({
        action: "trigger",
        key: "2f9bc1f7a3",
        facts: {
          title: alert.message,
          summary: "/var: 96 %",
          severity: "critical",
          link: alert.source,
          labels: [
            { name: "source", value: alert.source },
            { name: "entity", value: "db1" },
            { name: "tags", value: "disk, critical" },
            { name: "instance", value: "db1:9100" }
          ]
        }
      })
    )
    expect(alertsOf(readOpsgenieAlert({ message: "Down" }, "new"))).toMatchObject([{ key: "new" }])
  })

  it.each([
    ["P1", "critical"],
    ["P2", "error"],
    ["P3", "warning"],
    ["P4", "info"],
    ["P5", "info"],
    [undefined, "warning"]
  ])("of priority %s has the severity %s", (priority, severity) => {
    expect(factsOf(readOpsgenieAlert({ message: "Down", priority }, "new"))?.severity).toBe(severity)
  })

  it("is closed, acknowledged, noted and changed by its alias", () => {
    expect(call("close", { source: "AWS" })).toEqual(one({ action: "resolve", key: "a" }))
    expect(call("acknowledge", { user: "ann@example.com", note: "On it" })).toEqual(
      one({ action: "acknowledge", key: "a", by: "ann@example.com", note: "On it" })
    )
    expect(call("notes", { note: "See the runbook" })).toEqual(
      one({ action: "change", key: "a", note: "See the runbook" })
    )
    expect(call("message", { message: "Disk full" })).toEqual(one({ action: "change", key: "a", title: "Disk full" }))
    expect(call("description", { description: "" })).toEqual(one({ action: "change", key: "a", summary: null }))
  })

  it.each([
    [readOpsgenieAlert({}, "new"), "message"],
    [readOpsgenieAlert({ ...alert, alias: "x".repeat(513) }, "new"), "alias"],
    [readOpsgenieAlert({ ...alert, priority: "high" }, "new"), "priority"],
    [readOpsgenieAlert({ ...alert, details: "none" }, "new"), "details"],
    [readOpsgenieCall("notes", "a", {}), "note"],
    [readOpsgenieCall("message", "a", {}), "message"],
    [readOpsgenieCall("close", "x".repeat(513), {}), "identifier"]
  ])("names its wrong field: %#", (reading, field) => {
    expect(reading).toEqual(invalid(field))
  })
})

const isStorable = (read: string | null): boolean =>
  read === null || (read !== "" && read.isWellFormed() && !read.includes("\u0000"))

const firing = {
  status: "firing",
  labels: { alertname: "DiskAlmostFull", instance: "db1:9100", severity: "warning" },
  annotations: { summary: "Disk almost full on db1", description: "/var: 96 %" },
  startsAt: "2026-11-21T08:15:00.000Z",
  endsAt: "0001-01-01T00:00:00Z",
  generatorURL: "https://prometheus.example.com/graph?g0.expr=disk",
  fingerprint: "57c6d9296de2ad39"
}

describe("a group of Alertmanager", () => {
  const group = {
    version: "4",
    groupKey: '{}:{alertname="DiskAlmostFull"}',
    truncatedAlerts: 0,
    status: "firing",
    receiver: "mon",
    groupLabels: { alertname: "DiskAlmostFull" },
    commonLabels: {},
    commonAnnotations: {},
    externalURL: "https://alertmanager.example.com",
    alerts: [firing, { ...firing, status: "resolved", fingerprint: "b08c1f" }]
  }

  it("begins and ends problems", () => {
    expect(readAlertmanagerGroup(group)).toEqual({
      _tag: "Alerts",
      ignored: 0,
      alerts: [
        {
          action: "trigger",
          key: "57c6d9296de2ad39",
          facts: {
            title: "Disk almost full on db1",
            summary: "/var: 96 %",
            severity: "warning",
            link: firing.generatorURL,
            labels: [
              { name: "alertname", value: "DiskAlmostFull" },
              { name: "instance", value: "db1:9100" }
            ]
          }
        },
        { action: "resolve", key: "b08c1f" }
      ]
    })
  })

  it.each([
    ["page", "critical"],
    ["CRITICAL", "critical"],
    ["major", "error"],
    ["minor", "warning"],
    ["none", "info"],
    ["constructor", "error"],
    [undefined, "error"]
  ])("states the severity %s as %s", (severity, expected) => {
    const labels = severity === undefined ? {} : { severity }
    expect(factsOf(readAlertmanagerGroup({ alerts: [{ ...firing, labels }] }))?.severity).toBe(expected)
  })

  it("identifies alerts without a fingerprint by their labels, in any order", () => {
    const { fingerprint: _, ...unnamed } = firing
    const keys = [unnamed.labels, Object.fromEntries(Object.entries(unnamed.labels).toReversed()), { instance: "db2" }]
      .flatMap((labels) => alertsOf(readAlertmanagerGroup({ alerts: [{ ...unnamed, labels }] })))
      .map(({ key }) => key)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).not.toBe(keys[2])
  })

  it("is cut if it has too many alerts, and the ends of problems still count", () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ ...firing, fingerprint: `f${index}` }))
    const reading = readAlertmanagerGroup({ alerts: [...many, { ...firing, status: "resolved" }] })
    expect(reading).toMatchObject({ ignored: 50 })
    expect(alertsOf(reading)).toHaveLength(limits.alertsOfRequest + 1)
  })

  it.each([
    [{}, "alerts"],
    [{ alerts: {} }, "alerts"],
    [{ alerts: [firing, 7] }, "alerts[1]"],
    [{ alerts: [{ ...firing, status: "pending" }] }, "alerts[0].status"],
    [{ alerts: [{ labels: {} }] }, "alerts[0].status"],
    [{ alerts: [{ ...firing, labels: [] }] }, "alerts[0].labels"],
    [{ alerts: [{ ...firing, annotations: "none" }] }, "alerts[0].annotations"],
    [{ alerts: [{ ...firing, fingerprint: "x".repeat(600) }] }, "alerts[0].fingerprint"]
  ])("names its wrong field: %#", (body, field) => {
    expect(readAlertmanagerGroup(body)).toEqual(invalid(field))
  })
})

describe("a webhook of Grafana", () => {
  it("begins a problem, with the page of its panel", () => {
    const body = {
      receiver: "mon",
      status: "firing",
      orgId: 1,
      alerts: [
        {
          ...firing,
          labels: { ...firing.labels, __alert_rule_uid__: "b1", grafana_folder: "Disks" },
          generatorURL: "https://grafana.example.com/alerting/grafana/b1/view",
          silenceURL: "https://grafana.example.com/alerting/silence/new",
          dashboardURL: "",
          panelURL: "https://grafana.example.com/d/1?viewPanel=2",
          values: { B: 96.2 },
          valueString: "[ var='B' labels={instance=db1} value=96.2 ]"
        }
      ],
      version: "1",
      title: "[FIRING:1] DiskAlmostFull Disks",
      state: "alerting",
      message: "**Firing**"
    }
    expect(factsOf(readGrafanaWebhook(body))).toMatchObject({
      title: "Disk almost full on db1",
      link: "https://grafana.example.com/d/1?viewPanel=2",
      labels: [
        { name: "alertname", value: "DiskAlmostFull" },
        { name: "instance", value: "db1:9100" },
        { name: "grafana_folder", value: "Disks" }
      ]
    })
  })

  it("may be the formatted webhook of Grafana OnCall", () => {
    const body = {
      alert_uid: "08d6891a-835c-e661-39fa-96b6a9e26552",
      title: "The whole system is down",
      image_url: "https://http.cat/500",
      state: "alerting",
      link_to_upstream_details: "https://en.wikipedia.org/wiki/Downtime",
      message: "Something happened."
    }
    expect(readGrafanaWebhook(body)).toEqual(
      one({
        action: "trigger",
        key: body.alert_uid,
        facts: {
          title: body.title,
          summary: body.message,
          severity: "error",
          link: body.link_to_upstream_details,
          labels: [{ name: "image", value: body.image_url }]
        }
      })
    )
    expect(readGrafanaWebhook({ ...body, state: "ok" })).toEqual(one({ action: "resolve", key: body.alert_uid }))
    expect(alertsOf(readGrafanaWebhook({ title: "Down" }))).toMatchObject([{ key: "Down" }])
  })

  it.each([
    [{}, "alerts"],
    [{ state: "ok" }, "alert_uid"],
    [{ alert_uid: "a", state: "paused" }, "state"],
    [{ alert_uid: "x".repeat(600) }, "alert_uid"]
  ])("names its wrong field: %#", (body, field) => {
    expect(readGrafanaWebhook(body)).toEqual(invalid(field))
  })
})

describe("any body", () => {
  const names = [
    ..."alerts status labels annotations fingerprint severity summary title message alias priority details tags source".split(
      " "
    ),
    ..."payload event_action dedup_key links href custom_details alert_uid state note user __proto__ constructor".split(
      " "
    )
  ]
  const words = fc.constantFrom("firing", "resolved", "trigger", "resolve", "acknowledge", "P1", "critical", "alerting")
  const text = fc.oneof(words, fc.string({ unit: "binary", maxLength: 700 }), fc.constantFrom("\u0000", "\ud800", " "))
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      text,
      fc.constantFrom(null, true, 0, -1.5, Number.MAX_VALUE),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie("value"), { maxKeys: 8 })
    )
  }))
  const body = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 12 })
  const isFacts = Schema.is(AlertFacts)

  const isWithin = (alert: ReceivedAlert): boolean => {
    if (!isStorable(alert.key) || alert.key.length > limits.keyLength) return false
    if (alert.action !== "trigger") return true
    const { labels, link, summary, title } = alert.facts
    return (
      isFacts(alert.facts) &&
      [title, summary, link, ...labels.flatMap((label) => [label.name, label.value])].every(isStorable) &&
      title.length <= limits.titleLength &&
      (summary?.length ?? 0) <= limits.summaryLength &&
      labels.length <= limits.labels &&
      labels.every(
        (label) => label.name.length <= limits.labelNameLength && label.value.length <= limits.labelLength
      ) &&
      (link === null || /^https?:\/\//u.test(link))
    )
  }

  const readers: Readonly<Record<string, (given: Body) => AlertReading>> = {
    pagerDuty,
    opsgenie: (given) => readOpsgenieAlert(given, "new"),
    alertmanager: readAlertmanagerGroup,
    grafana: readGrafanaWebhook,
    ...Object.fromEntries(opsgenieCalls.map((name) => [name, (given: Body) => readOpsgenieCall(name, "a", given)]))
  }

  it.each(Object.entries(readers))("is read by %s, or refused with the name of a field", (_, read) => {
    fc.assert(
      fc.property(body, (given) => {
        const reading = read(given)
        return reading._tag === "Invalid"
          ? reading.field !== "" && reading.problem !== ""
          : reading.alerts.every(isWithin)
      }),
      { numRuns: 500 }
    )
  })
})
