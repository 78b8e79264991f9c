import { type PartForm, serviceCheck } from "@mon/model"
import { describe, expect, it } from "vitest"
import { chosenOf, cleaned, nameOfChoice } from "../src/form/partValues.ts"
import { readService } from "../src/services/readService.ts"
import { portsByType, startsTls, tlsTypes, typesByGroup } from "../src/services/servicePorts.ts"

const login = { username: "mon", password: "pw" }
const TLS = "fromStart"

/** The texts and the checks that they describe, with all required parts. */
const complete: ReadonlyArray<readonly [text: string, check: Readonly<Record<string, unknown>>]> = [
  ["postgres://mon:pw@db.example.com/shop", { type: "postgres", target: "db.example.com", login, database: "shop" }],
  [
    "postgresql://m%40n:p%3Aw%2F@db.example.com:5433/shop?sslmode=verify-full",
    {
      type: "postgres",
      target: "db.example.com:5433",
      login: { username: "m@n", password: "p:w/" },
      tls: "required",
      database: "shop"
    }
  ],
  ["jdbc:postgresql://db.example.com/shop", { type: "postgres", target: "db.example.com", database: "shop" }],
  ["postgres://db.example.com?sslmode=disable", { type: "postgres", target: "db.example.com", tls: "never" }],
  [
    "mysql://mon:p%ZZ@db.example.com:3306",
    { type: "mysql", target: "db.example.com", login: { ...login, password: "p%ZZ" } }
  ],
  [
    "sqlserver://mon:pw@sql.example.com:1433?database=shop",
    { type: "sqlServer", target: "sql.example.com", login, database: "shop" }
  ],
  ["mssql://sql.example.com/shop", { type: "sqlServer", target: "sql.example.com", database: "shop" }],
  ["mariadb://db.example.com", { type: "mysql", target: "db.example.com" }],
  [
    "redis://:pw@cache.example.com/2",
    { type: "redis", target: "cache.example.com", login: { username: "", password: "pw" } }
  ],
  ["rediss://cache.example.com:6380", { type: "redis", target: "cache.example.com:6380", tls: TLS }],
  [
    "mongodb://mon:pw@a.example.com:27017,b.example.com:27018/db?replicaSet=rs0&tls=true",
    {
      type: "mongodb",
      target: "a.example.com",
      tls: TLS,
      login,
      authenticationDatabase: "db",
      database: "db",
      replicaSet: "rs0"
    }
  ],
  ["amqp://mon:pw@mq.example.com/%2F", { type: "amqp", target: "mq.example.com", login, virtualHost: "/" }],
  ["amqps://mq.example.com/", { type: "amqp", target: "mq.example.com", tls: TLS }],
  ["mqtt://mq.example.com:1884", { type: "mqtt", target: "mq.example.com:1884" }],
  ["mqtts://mq.example.com", { type: "mqtt", target: "mq.example.com", tls: TLS }],
  ["smtp://mail.example.com", { type: "smtp", target: "mail.example.com" }],
  ["smtp://mon:pw@mail.example.com:465", { type: "smtp", target: "mail.example.com", tls: TLS, login }],
  ["smtps://mail.example.com:587", { type: "smtp", target: "mail.example.com:587", tls: TLS }],
  ["imap://mail.example.com", { type: "imap", target: "mail.example.com" }],
  ["imaps://mail.example.com", { type: "imap", target: "mail.example.com", tls: TLS }],
  ["pop3://mail.example.com", { type: "pop3", target: "mail.example.com" }],
  ["POP3S://mail.example.com", { type: "pop3", target: "mail.example.com", tls: TLS }],
  ["ldap://dir.example.com", { type: "ldap", target: "dir.example.com" }],
  ["ldaps://dir.example.com", { type: "ldap", target: "dir.example.com", tls: TLS }],
  ["ftp://files.example.com/pub", { type: "ftp", target: "files.example.com" }],
  ["ftps://files.example.com", { type: "ftp", target: "files.example.com", tls: TLS }],
  ["ssh://root@host.example.com", { type: "ssh", target: "host.example.com" }],
  ["wss://mon:pw@chat.example.com/live#now", { type: "webSocket", url: "wss://chat.example.com/live" }],
  ["ws://chat.example.com", { type: "webSocket", url: "ws://chat.example.com/" }],
  ["grpc://api.example.com:50051", { type: "grpc", target: "api.example.com:50051" }],
  ["grpcs://api.example.com", { type: "grpc", target: "api.example.com:443", tls: TLS }],
  [
    "dns://ns1.example.com/example.com?type=mx",
    { type: "dns", server: "ns1.example.com", name: "example.com", recordType: "MX" }
  ],
  [
    "dns://[2001:db8::1]:5353/example.com",
    { type: "dns", server: "[2001:db8::1]:5353", name: "example.com", recordType: "A" }
  ],
  ["icmp://router.example.com", { type: "icmp", target: "router.example.com" }],
  ["ping router", { type: "icmp", target: "router" }],
  ["tcp://host.example.com:4000", { type: "tcp", target: "host.example.com:4000" }],
  [" router.example.com\n", { type: "icmp", target: "router.example.com" }],
  ["münchen.example", { type: "icmp", target: "münchen.example" }],
  ["192.0.2.7", { type: "icmp", target: "192.0.2.7" }],
  ["2001:db8::1", { type: "icmp", target: "2001:db8::1" }],
  ["[2001:db8::1]:22", { type: "ssh", target: "[2001:db8::1]" }],
  ["host.example.com:4000", { type: "tcp", target: "host.example.com:4000" }],
  ["h.example:25", { type: "smtp", target: "h.example" }],
  ["h.example:465", { type: "smtp", target: "h.example", tls: TLS }],
  ["h.example:587", { type: "smtp", target: "h.example:587" }],
  ["h.example:143", { type: "imap", target: "h.example" }],
  ["h.example:993", { type: "imap", target: "h.example", tls: TLS }],
  ["h.example:110", { type: "pop3", target: "h.example" }],
  ["h.example:995", { type: "pop3", target: "h.example", tls: TLS }],
  ["h.example:5432", { type: "postgres", target: "h.example" }],
  ["h.example:3306", { type: "mysql", target: "h.example" }],
  ["h.example:6379", { type: "redis", target: "h.example" }],
  ["h.example:27017", { type: "mongodb", target: "h.example" }],
  ["h.example:21", { type: "ftp", target: "h.example" }],
  ["h.example:1883", { type: "mqtt", target: "h.example" }],
  ["h.example:8883", { type: "mqtt", target: "h.example", tls: TLS }],
  ["h.example:5672", { type: "amqp", target: "h.example" }],
  ["h.example:5671", { type: "amqp", target: "h.example", tls: TLS }],
  ["h.example:389", { type: "ldap", target: "h.example" }],
  ["h.example:636", { type: "ldap", target: "h.example", tls: TLS }],
  ["h.example:123", { type: "ntp", target: "h.example" }],
  ["h.example:1433", { type: "sqlServer", target: "h.example" }],
  ["h.example:443", { type: "tls", target: "h.example" }]
]

describe("an address that a person pastes", () => {
  it.each(complete)("%s describes a check with parts that its type has", (text, check) => {
    expect(readService(text)).toEqual(check)
    // Cleaning a value removes the parts that its type does not have.
    expect(cleaned(serviceCheck.form, check)).toEqual(check)
  })

  it.each([
    ["h.example:53", { type: "dns", server: "h.example", name: "", recordType: "A" }],
    ["dns://ns1.example.com/?type=constructor", { type: "dns", server: "ns1.example.com", name: "", recordType: "A" }],
    ["h.example:1812", { type: "radius", target: "h.example", secret: "" }],
    ["udp://h.example:9000", { type: "udp", target: "h.example:9000", send: "" }],
    ["postgres://mon@h.example", { type: "postgres", target: "h.example", login: { username: "mon", password: "" } }]
  ])("%s lacks a part, which the form then asks for", (text, check) => {
    expect(readService(text)).toEqual(check)
  })

  it.each([
    "",
    " ",
    "shop",
    "two words",
    "https://example.com",
    "ann@example.com",
    "constructor://example.com",
    "postgres://",
    "postgres://:5432",
    "tcp://host.example.com",
    "host.example.com:0",
    "host.example.com:65536",
    "wss://",
    "ping",
    "-----BEGIN CERTIFICATE-----"
  ])("%j is not the address of a service", (text) => {
    expect(readService(text)).toBeNull()
  })

  it("is read in time, however long it is", () => {
    for (const text of [
      "a.".repeat(50_000),
      "[".repeat(100_000),
      `postgres://${"@".repeat(100_000)}`,
      ":".repeat(100_000)
    ])
      expect(readService(text)).toBeNull()
  })
})

describe("the tables of types", () => {
  const { choices } = serviceCheck.form
  const typeOf = (choice: PartForm) => nameOfChoice(choices, choice)

  it("have each type in one group", () => {
    const grouped = Object.values(typesByGroup).flat()
    expect(grouped.toSorted()).toEqual(choices.map(typeOf).toSorted())
    expect(grouped.map((type) => chosenOf(choices, { type })).includes(-1)).toBe(false)
  })

  it("have the ports and the uses of TLS that the model documents", () => {
    for (const choice of choices) {
      const type = typeOf(choice)
      const aboutOf = (name: string) =>
        choice.kind === "object" ? choice.parts.find((part) => part.name === name)?.form.about : undefined
      const [, plain, fromStart] =
        /Default port: (\d+)(?:, or (\d+))?/u.exec(aboutOf("target") ?? aboutOf("server") ?? "") ?? []
      const ports = portsByType.find(([one]) => one === type)?.[1]
      expect([ports?.plain, ports?.fromStart].map((port) => port?.toString())).toEqual([plain, fromStart])
      const tls = aboutOf("tls")
      expect([tlsTypes, [...startsTls]].map((types) => types.some((one) => one === type))).toEqual([
        tls !== undefined,
        tls?.includes("Default: `ifOffered`") === true
      ])
    }
  })
})
