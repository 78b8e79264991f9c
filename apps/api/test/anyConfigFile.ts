import { channels as channelKinds } from "@mon/alerts/channels"
import { isVisibleName, type PartForm, serviceCheck } from "@mon/model"
import * as fc from "fast-check"

const name = fc
  .string({ minLength: 1, maxLength: 20, unit: "grapheme" })
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}\s]/gu, "x"))
  .map((text) => (isVisibleName(text) ? text : "x"))
const optional = <A>(value: fc.Arbitrary<A>) => fc.option(value, { nil: undefined })
const some = <A>(items: ReadonlyArray<A>) => fc.subarray([...items])
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
const keyed = <A>(keys: ReadonlyArray<string>, value: (key: string) => fc.Arbitrary<A>) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, value(key)])))

const sealable = {
  headers: fc.dictionary(fc.constantFrom("x-probe", "X-Other", "accept"), fc.constantFrom("one", "two words", ""), {
    maxKeys: 2
  }),
  auth: fc.oneof(fc.constant({ username: "mon", password: "secret-password" }), fc.constant({ token: "secret-token" }))
}

const WRITING = ["POST", "PUT", "PATCH"]

const request = fc.oneof(
  fc.record({ method: fc.constantFrom("GET", "HEAD", "OPTIONS"), ...sealable }, { requiredKeys: [] }),
  fc.record(
    {
      method: fc.constantFrom(...WRITING),
      body: fc.constantFrom('{"ping": true}', "a: 1\n  b: 'two'\n", " "),
      ...sealable
    },
    { requiredKeys: ["method"] }
  )
)

const expectation = fc.constantFrom(
  { status: "200-299" },
  { text: "In stock", absent: true, ignoreCase: true },
  { matches: "In stock: \\d+", ignoreCase: false },
  { json: "$.ok", equals: true },
  { json: "$.note", equals: null },
  { json: "$.state", differs: "failed" },
  { json: "$.queue", above: -1 },
  { json: "$.queue", atLeast: 0 },
  { json: "$.queue", below: "9" },
  { json: "$.queue", atMost: 0.5 },
  { json: "$.error", absent: true },
  { header: "content-type", contains: "json" },
  { header: "X-Cache", equals: "HIT", absent: true },
  { responseTimeMs: 2_000 },
  { minimumBytes: 0 },
  { maximumBytes: 100_000 },
  { certificate: "valid", minimumDays: 14 },
  { certificate: "valid" },
  { ipVersion: 6 }
)

const shared = (tags: ReadonlyArray<string>, parents: ReadonlyArray<string>, shortest: number) => ({
  name,
  checkInterval: fc.integer({ min: shortest, max: 86_400 }),
  timeoutSeconds: fc.integer({ min: 5, max: 30 }),
  request,
  expect: fc.array(expectation, { maxLength: 4 }),
  contentFaults: fc.constantFrom("down", "remark", "off"),
  degradedAfterMs: fc.option(fc.integer({ min: 500, max: 4_000 })),
  tags: some(tags),
  dependsOn: some(parents),
  paused: fc.boolean()
})

interface Fields {
  readonly url?: string
  readonly checkInterval?: number
  readonly request?: { readonly method?: string }
}

/** Mon makes a request that can change something at most every 300 seconds. */
const slowed = (monitor: Fields): Fields =>
  WRITING.includes(monitor.request?.method ?? "") && monitor.checkInterval !== undefined
    ? { ...monitor, checkInterval: Math.max(300, monitor.checkInterval) }
    : monitor

/** The parents of a monitor come before the monitor, so that there is no circle. */
const before = (keys: ReadonlyArray<string>, key: string) => keys.slice(0, keys.indexOf(key)).slice(0, 5)

const domain = (key: string, tags: ReadonlyArray<string>, keys: ReadonlyArray<string>) =>
  fc
    .record(
      {
        url: fc.constantFrom(
          `${key}.example.org`,
          `https://${key}.example.org/path/`,
          `http://${key.toUpperCase()}.example.org:8080/?q=1`
        ),
        ...shared(tags, before(keys, key), 60),
        ccEmails: fc.uniqueArray(fc.constantFrom("ops@example.org", "On.Call@example.org"), { maxLength: 2 }),
        screenshotOnFailure: fc.boolean(),
        emailHealthEnabled: fc.boolean(),
        emailHealthInterval: fc.integer({ min: 3_600, max: 604_800 }),
        cardColor: fc.constantFrom("#abc", "#6B7280"),
        dkimSelectors: fc.uniqueArray(fc.constantFrom("s1", "s2026", "Mail"), { maxLength: 2 }),
        dnsWatch: fc.option(fc.constantFrom({ types: ["NS", "MX"] }, { types: ["A"], addresses: ["192.0.2.80"] }))
      },
      { requiredKeys: ["url"] }
    )
    .map(slowed)

const page = (key: string, tags: ReadonlyArray<string>, keys: ReadonlyArray<string>) =>
  fc.record(
    {
      url: fc.constantFrom(`https://example.org/${key}`, `example.org/${key}?x=1#part`),
      ...shared(tags, before(keys, key), 3_600),
      screenshotEnabled: fc.boolean(),
      screenshotWaitMs: fc.integer({ min: 0, max: 30_000 }),
      include: fc.constantFrom([], ["#price"], null),
      exclude: fc.constantFrom([], [".ad", "[data-now='1']"], null),
      ignoreLines: fc.constantFrom(
        [],
        [{ text: "visitors", ignoreCase: true }],
        [{ matches: "^Visitors: \\d+$" }],
        null
      ),
      trigger: fc.constantFrom({ appears: "In stock" }, { disappears: "Sold out", ignoreCase: true }, null),
      render: fc.boolean(),
      onlyLines: fc.constantFrom("added", "removed", null),
      minimumChange: fc.constantFrom({ percent: 5 }, { lines: 2 }, null)
    },
    { requiredKeys: ["url"] }
  )

const heartbeat = (key: string, tags: ReadonlyArray<string>, keys: ReadonlyArray<string>) =>
  fc.record(
    {
      name: name.map((text) => `${text} ${key}`),
      schedule: fc.constantFrom(
        { every: 3_600 },
        { cron: "0 3 * * *", timeZone: "Europe/Berlin" },
        { onCalendar: "Mon..Fri 03:00", timeZone: "UTC" },
        null
      ),
      lateAfter: fc.constantFrom(60, null),
      maxRuntime: fc.constantFrom(600, null),
      minRuntime: fc.constantFrom(1, null),
      atMost: fc.constantFrom({ runs: 2, period: 60 }, null),
      filters: fc.constantFrom(
        { method: "POST", failure: "ERROR, ✗", httpBody: true, defaultFail: false },
        { success: "done", start: "begins", subject: true, body: true },
        null
      ),
      slug: fc.constantFrom(`slug-${key}`, null),
      token: fc.constant(`SLUG-${key}-ping-token`),
      tags: some(tags),
      dependsOn: some(before(keys, key)),
      paused: fc.boolean()
    },
    { requiredKeys: ["name"] }
  )

/** The number of examples with different alternatives. */
const ALTERNATIVES = [0, 1, 2]

/** Returns the parts of a request that an alternative leaves out: each has one of the method, the body and the form. */
const excludedParts = (names: ReadonlyArray<string>, alternative: number): ReadonlyArray<string> => {
  const rivals = ["method", "body", "form"]
  return rivals.every((rival) => names.includes(rival)) ? rivals.filter((_, index) => index !== alternative) : []
}

/** Gives the examples of a list different names, if they have names. */
const withName = (example: unknown, index: number): unknown =>
  typeof example === "object" && example !== null && "name" in example
    ? { ...example, name: `${String(example.name)}${index}` }
    : example

/**
 * Returns an example of a part of a value. If `isWhole` is false, leaves out its optional parts. `alternative` chooses
 * among the forms of a value.
 */
const exampleOf = (form: PartForm, isWhole: boolean, alternative = 0): unknown => {
  switch (form.kind) {
    case "text":
    case "number":
      return form.example
    case "scalar":
      return 1
    case "flag":
      return true
    case "word":
      return form.words[0]
    case "list": {
      const { item } = form
      return item.kind === "choice"
        ? item.choices.map((choice, index) => withName(exampleOf(choice, isWhole, alternative), index))
        : [exampleOf(item, isWhole, alternative)]
    }
    case "map":
      // The examples of steps use a value with this name.
      return { password: exampleOf(form.value, isWhole, alternative) }
    case "object": {
      const excluded = excludedParts(
        form.parts.map((part) => part.name),
        alternative
      )
      return Object.fromEntries(
        form.parts
          .filter((part) => (isWhole || !part.isOptional) && !excluded.includes(part.name))
          .map((part) => [part.name, exampleOf(part.form, isWhole, alternative)])
      )
    }
    case "choice":
      return exampleOf(form.choices[alternative % form.choices.length] as PartForm, isWhole, alternative)
  }
}

const checks = serviceCheck.form.choices.flatMap((choice) => [
  ...ALTERNATIVES.map((alternative) => exampleOf(choice, true, alternative)),
  exampleOf(choice, false)
])

const service = (key: string, tags: ReadonlyArray<string>, keys: ReadonlyArray<string>) =>
  fc
    .record(
      {
        name: name.map((text) => `${text} ${key}`),
        check: fc.constantFrom(...checks),
        inverted: fc.boolean(),
        // Steps that change something cannot be sent more often, and mail round trips take longer.
        checkInterval: fc.integer({ min: 300, max: 86_400 }),
        timeoutSeconds: fc.integer({ min: 20, max: 30 }),
        expect: fc.subarray([{ responseTimeMs: 500 }, { certificate: "valid", minimumDays: 14 }, { ipVersion: 4 }]),
        degradedAfterMs: fc.option(fc.integer({ min: 500, max: 4_000 })),
        tags: some(tags),
        dependsOn: some(before(keys, key)),
        paused: fc.boolean()
      },
      { requiredKeys: ["name", "check"] }
    )
    .map(({ inverted, ...monitor }) =>
      (monitor.check as { readonly type: string }).type === "tcp" && inverted !== undefined
        ? { ...monitor, inverted }
        : monitor
    )

/** Returns the settings that exclude other settings of the kind. */
const together = (kind: string) => (kind === "apprise" ? ["key"] : [])

/** Channels of every kind. The settings are the kind's examples, and some optional settings are absent. */
const channel = fc.constantFrom(...Object.entries(channelKinds)).chain(([kind, { fields }]) => {
  const settings = Object.entries(fields).filter(([field]) => !together(kind).includes(field))
  return fc.record(
    {
      kind: fc.constant(kind),
      name,
      settings: fc.record(Object.fromEntries(settings.map(([field, { example }]) => [field, fc.constant(example)])), {
        requiredKeys: settings.flatMap(([field, { isOptional }]) => (isOptional && kind !== "apprise" ? [] : [field]))
      }),
      inDefaultRoute: fc.boolean(),
      isActive: fc.boolean(),
      quietHours: fc.constantFrom(null, { start: "22:00", end: "07:00", days: [1, 2], timezone: "Europe/Berlin" })
    },
    { requiredKeys: ["kind", "settings"] }
  )
})

const handOff = fc.record({
  every: fc.integer({ min: 1, max: 3 }),
  unit: fc.constantFrom("days", "weeks", "months"),
  start: fc.constantFrom("2027-01-04T09:00", "2026-06-30T00:30")
})

const rotation = fc
  .record(
    {
      name,
      groups: fc.array(fc.subarray(["OWNER"]), { minLength: 1, maxLength: 3 }),
      handOff,
      active: fc.constantFrom(
        null,
        [{ start: "mon 09:00", end: "fri 17:00" }],
        [{ start: "sat 00:00", end: "mon 00:00" }]
      ),
      counts: fc.constantFrom("all", "active"),
      from: fc.constantFrom(null, "2027-01-04T09:00:00+01:00"),
      until: fc.constantFrom(null, "2028-01-03T08:00:00Z"),
      joinsPrevious: fc.boolean(),
      timezone: fc.constantFrom(null, "Asia/Kolkata", "america/new_york")
    },
    { requiredKeys: ["groups", "handOff"] }
  )
  .map((layer) => (layer.active === undefined || layer.active === null ? { ...layer, counts: "all" } : layer))

const onCallSchedule = (key: string) =>
  fc.record(
    {
      name: name.map((text) => `${text} ${key}`),
      timezone: fc.constantFrom("Europe/Berlin", "UTC"),
      mode: fc.constantFrom("layered", "together"),
      layers: fc.array(rotation, { maxLength: 3 })
    },
    { requiredKeys: ["name", "timezone", "layers"] }
  )

const receivers = (channels: ReadonlyArray<string>) => [...channels, "email", "whatsapp", "webhooks", "OWNER"]

const hours = { start: "08:00", end: "18:00", days: [1, 2, 3], timezone: "Europe/Berlin" }

const steps = (channels: ReadonlyArray<string>, schedules: ReadonlyArray<string>) => {
  const onCall = schedules.flatMap((schedule) => ["now", "next", "everyone"].map((who) => ({ schedule, who })))
  return fc
    .tuple(
      fc.subarray<unknown>([...receivers(channels), ...onCall], { minLength: 1 }),
      fc.constantFrom<object>({}, { hours }, { hours: null })
    )
    .map(([targets, more]) => [
      { afterMinutes: 0, targets },
      { afterMinutes: 10, targets, ...more }
    ])
}

/**
 * Adds monitors and tags to a record, and the fields `chosen`. If there are no monitors and tags, or at random, adds
 * the fields `all` instead.
 */
const scoped = <A>(
  record: fc.Arbitrary<A>,
  monitors: ReadonlyArray<string>,
  tags: ReadonlyArray<string>,
  [all, chosen]: readonly [object, object]
) =>
  fc
    .tuple(record, fc.record({ monitors: some(monitors), tags: some(tags) }, { requiredKeys: [] }), fc.boolean())
    .map(([fields, which, isAll]) => {
      const hasNone = [...(which.monitors ?? []), ...(which.tags ?? [])].length === 0
      return { ...fields, ...which, ...(hasNone || isAll ? all : chosen) }
    })

const route = (
  monitors: ReadonlyArray<string>,
  tags: ReadonlyArray<string>,
  channels: ReadonlyArray<string>,
  schedules: ReadonlyArray<string>
) =>
  scoped(
    fc.record(
      {
        name,
        kinds: some(["down", "page_error", "dns_changed"]),
        severities: some(["critical", "warning"]),
        steps: steps(channels, schedules),
        reminderMinutes: fc.option(fc.integer({ min: 10, max: 100 })),
        repeat: fc.constantFrom(null, { rounds: 3, fromStep: 2, waitMinutes: 15 }),
        fallback: fc.subarray(receivers(channels))
      },
      { requiredKeys: ["name", "steps"] }
    ),
    monitors,
    tags,
    [{ scope: "all" }, { scope: "chosen" }]
  )

const window = (monitors: ReadonlyArray<string>, tags: ReadonlyArray<string>) =>
  scoped(
    fc.record(
      {
        name,
        startsAt: fc.constantFrom("2027-01-03T01:00:00Z", "2027-03-01T23:15:30.500+01:00"),
        minutes: fc.integer({ min: 1, max: 600 }),
        timezone: fc.constantFrom("Europe/Berlin", "UTC", "Asia/Calcutta"),
        recurrence: fc.constantFrom("FREQ=WEEKLY;BYDAY=SU", "FREQ=DAILY;COUNT=30", null),
        published: fc.boolean()
      },
      { requiredKeys: ["name", "startsAt", "minutes", "timezone"] }
    ),
    monitors,
    tags,
    [{ wholeAccount: true }, { wholeAccount: false }]
  )

const component = (monitors: ReadonlyArray<string>, tags: ReadonlyArray<string>) =>
  fc.record(
    {
      name,
      group: fc.constantFrom("first", "second", null),
      description: fc.option(name),
      monitors: some(monitors),
      tags: some(tags),
      showsMonitors: fc.boolean(),
      showsUptime: fc.boolean(),
      onlyIfDegraded: fc.boolean()
    },
    { requiredKeys: ["name"] }
  )

/** The settings for who can read a page. Only `public` access allows settings that it does not need. */
const access = fc.constantFrom(
  {},
  { access: "public", emailDomains: ["Example.org"] },
  { access: "email_domains", emailDomains: ["Example.org", "example.net"] },
  { access: "password", password: "a-readers-password" }
)

const statusPage = (monitors: ReadonlyArray<string>, tags: ReadonlyArray<string>) =>
  fc
    .tuple(
      access,
      fc.record(
        {
          name,
          slug: fc.constant("SLUG"),
          description: fc.option(name),
          language: fc.constantFrom("en", "de"),
          timezone: fc.constantFrom("Europe/Berlin", "UTC"),
          accentColor: fc.constantFrom("#ABC", "#2563eb"),
          headerColor: fc.constantFrom("#fff", null),
          links: fc.constantFrom([], [{ label: " Support ", url: "https://example.org/support" }]),
          showsWindowNames: fc.boolean(),
          automaticPosts: fc.constantFrom("off", "draft", "publish", "publish_and_notify"),
          groups: fc.record({ first: fc.record({ name }), second: fc.record({ name, description: fc.option(name) }) }),
          components: keyed(["checkout", "api", "mail"], () => component(monitors, tags))
        },
        { requiredKeys: ["name", "slug", "groups"] }
      )
    )
    .map(([readers, fields]) => ({ ...fields, ...readers }))

const report = (tags: ReadonlyArray<string>) =>
  fc.record(
    {
      name,
      every: fc.constantFrom("week", "month"),
      recipients: fc.subarray(["SLUG@example.com", "Second@SLUG.example.com", "third@SLUG.example"], { minLength: 1 }),
      timezone: fc.constantFrom("Europe/Berlin", "Asia/Calcutta"),
      language: fc.constantFrom("en", "de"),
      tag: fc.constantFrom(null, ...tags),
      targetPercent: fc.constantFrom(null, 99, 99.95)
    },
    { requiredKeys: ["name", "every", "recipients"] }
  )

const count = (maximum: number) => fc.integer({ min: 0, max: maximum })

/** The names of the tags in an account differ. */
const tagOf = (key: string) =>
  fc.record(
    { name: name.map((text) => `${text} ${key}`), color: fc.constantFrom("#abc", "#6B7280"), sortOrder: count(5) },
    { requiredKeys: ["name"] }
  )

/** Configuration files with every section, within the limits of the Agency plan. */
export const anyConfigFile: fc.Arbitrary<object> = fc
  .record({
    tags: count(3),
    domains: count(4),
    urls: count(3),
    heartbeats: count(3),
    services: count(3),
    channels: count(2),
    schedules: count(2),
    routes: count(2),
    windows: count(2),
    reports: count(2)
  })
  .chain((size) => {
    const tags = numbered("t", size.tags)
    const domains = numbered("d", size.domains)
    const urls = numbered("u", size.urls)
    const channels = numbered("c", size.channels)
    const schedules = numbered("o", size.schedules)
    const heartbeats = numbered("h", size.heartbeats)
    const services = numbered("v", size.services)
    const monitors = [...domains, ...urls, ...heartbeats, ...services]
    return fc.record({
      version: fc.constant(1),
      defaults: fc.record(
        {
          domains: fc.record({ checkInterval: fc.constant(900), tags: some(tags) }, { requiredKeys: [] }),
          urls: fc.record({ contentFaults: fc.constant("off"), timeoutSeconds: fc.constant(20) }, { requiredKeys: [] })
        },
        { requiredKeys: [] }
      ),
      project: fc.constantFrom("acme", "web.shop"),
      tags: keyed(tags, tagOf),
      domains: keyed(domains, (key) => domain(key, tags, monitors)),
      urls: keyed(urls, (key) => page(key, tags, monitors)),
      heartbeats: keyed(heartbeats, (key) => heartbeat(key, tags, monitors)),
      services: keyed(services, (key) => service(key, tags, monitors)),
      channels: keyed(channels, () => channel),
      onCallSchedules: keyed(schedules, onCallSchedule),
      routes: keyed(numbered("r", size.routes), () => route(monitors, tags, channels, schedules)),
      maintenanceWindows: keyed(numbered("w", size.windows), () => window(monitors, tags)),
      statusPages: optional(keyed(["main"], () => statusPage(monitors, tags))),
      scheduledReports: keyed(numbered("s", size.reports), () => report(tags))
    })
  })
