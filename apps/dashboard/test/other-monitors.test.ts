import { describe, expect, it } from "vitest"
import { otherMonitorIn, type OtherMonitor } from "../src/add/otherMonitorIn.ts"
import { type CronLine, readCronLine } from "../src/heartbeats/readCronLine.ts"

const job: OtherMonitor = { kind: "heartbeat" }
const service = (type: Extract<OtherMonitor, { kind: "service" }>["type"]): OtherMonitor => ({ kind: "service", type })

describe("a pasted text", () => {
  it.each<[text: string, other: OtherMonitor | null]>([
    ["postgres://mon:pw@db.example.com/shop", service("postgres")],
    ["jdbc:mysql://db.example.com/shop", service("mysql")],
    ["db.example.com:5432", service("postgres")],
    [" mail.example.com:465 ", service("smtp")],
    ["wss://chat.example.com/live", service("webSocket")],
    ["tcp://host.example.com:4000", service("tcp")],
    ["ping router.example.com", service("icmp")],
    ["0 3 * * * /usr/local/bin/backup", job],
    ["@daily backup", job],
    ["example.com", null],
    ["example.com:443", null],
    ["example.com:8443", null],
    ["192.0.2.1", null],
    ["https://example.com:5432/", null],
    ["example.com, shop.example.com, a.example.com b.example.com c.example.com", null],
    ["one two three four five six", null],
    ["a.example.com\nb.example.com:5432", null],
    ["", null]
  ])("%j can be another monitor than a site: %j", (text, other) => {
    expect(otherMonitorIn(text)).toEqual(other)
  })
})

describe("a line of a crontab", () => {
  it.each<[line: string, read: CronLine | null]>([
    ["*/5 * * * MON-FRI /usr/local/bin/backup --password=secret", { cron: "*/5 * * * MON-FRI", program: "backup" }],
    ["0 3 1 * *  cd /srv && ./run", { cron: "0 3 1 * *", program: "srv" }],
    ["17 * * * * root /etc/cron.hourly/logs", { cron: "17 * * * *", program: "logs" }],
    ["@weekly certbot renew", { cron: "@weekly", program: "certbot" }],
    ["0 3 * * *", { cron: "0 3 * * *", program: null }],
    ["@reboot /usr/bin/start", null],
    ["0 25 * * * /usr/bin/never", null],
    ["# 0 3 * * * /usr/bin/off", null],
    ["MAILTO=ops@example.com", null]
  ])("%j is read as %j", (line, read) => {
    expect(readCronLine(line)).toEqual(read)
  })
})
