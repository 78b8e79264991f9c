import { describe, expect, it, test } from "vitest"
import { calendarOverrides, type CalendarReading, type CalendarPerson, readCalendar } from "../src/calendar.ts"
import { onCallAt } from "../src/index.ts"

const range = { from: Date.parse("2026-01-01T00:00Z"), to: Date.parse("2027-01-01T00:00Z") }
const people: ReadonlyArray<CalendarPerson> = [
  { person: "ann@example.org", names: ["Ann Lee", "ann"] },
  { person: "bob@example.org", names: ["Bob", "Lee, Bob"] }
]

const calendar = (...lines: ReadonlyArray<string>): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n")
const event = (...lines: ReadonlyArray<string>): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n")
const read = (text: string | Uint8Array): CalendarReading =>
  readCalendar(text, { range, zone: "Europe/Berlin", people })

const minute = (instant: number): string => new Date(instant).toISOString().slice(0, 16)
const times = (text: string | Uint8Array): ReadonlyArray<string> =>
  read(text).shifts.map(({ end, start }) => `${minute(start)} ${minute(end)}`)
const starts = (...lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  read(calendar(event(...lines, "SUMMARY:ann"))).shifts.map(({ start }) => minute(start))

const zone = (id: string, ...lines: ReadonlyArray<string>) =>
  [
    "BEGIN:VTIMEZONE",
    `TZID:${id}`,
    ...lines,
    "BEGIN:STANDARD",
    "DTSTART:19701025T030000",
    "TZOFFSETFROM:+0500",
    "TZOFFSETTO:+0400",
    "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:19700329T020000",
    "TZOFFSETFROM:+0400",
    "TZOFFSETTO:+0500",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
    "END:DAYLIGHT",
    "END:VTIMEZONE"
  ].join("\r\n")

describe("the times of an event", () => {
  it.each([
    ["UTC", ["DTSTART:20260105T080000Z", "DTEND:20260105T160000Z"], "2026-01-05T08:00 2026-01-05T16:00"],
    [
      "an IANA zone",
      ["DTSTART;TZID=America/New_York:20260705T080000", "DTEND;TZID=America/New_York:20260705T160000"],
      "2026-07-05T12:00 2026-07-05T20:00"
    ],
    [
      "a quoted zone",
      ['DTSTART;TZID="Europe/Berlin":20260705T080000', "DURATION:PT1H"],
      "2026-07-05T06:00 2026-07-05T07:00"
    ],
    [
      "a zone of Windows",
      ["DTSTART;TZID=Romance Standard Time:20260705T080000", "DURATION:PT1H"],
      "2026-07-05T06:00 2026-07-05T07:00"
    ],
    [
      "a zone of Windows in Mexico",
      ["DTSTART;TZID=Pacific Standard Time (Mexico):20260105T080000", "DURATION:PT1H"],
      "2026-01-05T16:00 2026-01-05T17:00"
    ],
    [
      "a zone of Mozilla",
      ["DTSTART;TZID=/mozilla.org/20050126_1/Europe/Paris:20260705T080000", "DURATION:PT1H"],
      "2026-07-05T06:00 2026-07-05T07:00"
    ],
    ["the zone of the reader", ["DTSTART:20260705T080000", "DURATION:PT1H"], "2026-07-05T06:00 2026-07-05T07:00"],
    ["a day", ["DTSTART;VALUE=DATE:20260705", "DTEND;VALUE=DATE:20260707"], "2026-07-04T22:00 2026-07-06T22:00"],
    ["a day without an end", ["DTSTART;VALUE=DATE:20260105"], "2026-01-04T23:00 2026-01-05T23:00"],
    ["a day on which clocks change", ["DTSTART;VALUE=DATE:20260329"], "2026-03-28T23:00 2026-03-29T22:00"],
    [
      "a duration in days and hours",
      ["DTSTART:20260328T120000", "DURATION:P1DT2H"],
      "2026-03-28T11:00 2026-03-29T12:00"
    ],
    ["a duration in weeks", ["DTSTART:20260323T120000", "DURATION:P1W"], "2026-03-23T11:00 2026-03-30T10:00"],
    ["a skipped time", ["DTSTART:20260329T023000", "DURATION:PT1H"], "2026-03-29T01:30 2026-03-29T02:30"],
    [
      "two zones",
      ["DTSTART;TZID=Europe/Berlin:20260105T080000", "DTEND;TZID=America/New_York:20260105T080000"],
      "2026-01-05T07:00 2026-01-05T13:00"
    ]
  ] as const)("can be in %s", (_title, lines, expected) => {
    const text = calendar(event(...lines, "SUMMARY:ann"))
    expect(times(text)).toEqual([expected])
    expect(read(text).faults).toEqual([])
  })

  it("can be in the zone of the calendar", () => {
    const text = calendar("X-WR-TIMEZONE:Asia/Yekaterinburg", event("DTSTART;VALUE=DATE:20260127", "SUMMARY:@Ann"))
    expect(times(text)).toEqual(["2026-01-26T19:00 2026-01-27T19:00"])
    expect(read(text).zone).toBe("Asia/Yekaterinburg")
  })

  it("can be in a zone that only the calendar defines", () => {
    const daily = event(
      "DTSTART;TZID=Our time:20260328T120000",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=2",
      "SUMMARY:ann"
    )
    const text = calendar(zone("Our time"), daily)
    expect(times(text)).toEqual(["2026-03-28T08:00 2026-03-28T09:00", "2026-03-29T07:00 2026-03-29T08:00"])
    expect(read(text).faults).toEqual([])
  })

  it("are in the IANA zone that a definition names", () => {
    const text = calendar(
      zone("Customized", "X-LIC-LOCATION:Europe/Paris"),
      event("DTSTART;TZID=Customized:20260705T080000", "DURATION:PT1H")
    )
    expect(times(text)).toEqual(["2026-07-05T06:00 2026-07-05T07:00"])
  })

  it("are in the zone of the calendar if a zone is unknown, and the fault says so", () => {
    const text = calendar(event("DTSTART;TZID=Mars/Base:20260705T080000", "DURATION:PT1H", "UID:u"))
    expect(times(text)).toEqual(["2026-07-05T06:00 2026-07-05T07:00"])
    expect(read(text).faults).toEqual([
      {
        code: "unknown_zone",
        line: 4,
        uid: "u",
        message: "The time zone is unknown. The zone of the calendar is used."
      }
    ])
  })
})

describe("a recurrence rule", () => {
  // From RFC 5545, sections 3.3.10 and 3.8.5.3, with other dates.
  it.each([
    ["a number of days", "20260105T090000Z", "FREQ=DAILY;COUNT=3", ["01-05", "01-06", "01-07"]],
    ["days until a time in UTC", "20260105T090000Z", "FREQ=DAILY;UNTIL=20260107T090000Z", ["01-05", "01-06", "01-07"]],
    ["days until a date", "20260105T090000Z", "FREQ=DAILY;UNTIL=20260107", ["01-05", "01-06", "01-07"]],
    ["every second day", "20260105T090000Z", "FREQ=DAILY;INTERVAL=2;COUNT=3", ["01-05", "01-07", "01-09"]],
    ["weeks", "20260105T090000Z", "FREQ=WEEKLY;COUNT=3", ["01-05", "01-12", "01-19"]],
    [
      "days of the week",
      "20260105T090000Z",
      "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=5",
      ["01-05", "01-07", "01-09", "01-12", "01-14"]
    ],
    [
      "every second week from Monday",
      "20260106T090000Z",
      "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
      ["01-06", "01-11", "01-20", "01-25"]
    ],
    [
      "every second week from Sunday",
      "20260106T090000Z",
      "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
      ["01-06", "01-18", "01-20", "02-01"]
    ],
    ["the first Friday of a month", "20260102T090000Z", "FREQ=MONTHLY;COUNT=3;BYDAY=1FR", ["01-02", "02-06", "03-06"]],
    [
      "the first and the last Sunday",
      "20260104T090000Z",
      "FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU",
      ["01-04", "01-25", "03-01", "03-29"]
    ],
    [
      "the third day from the end",
      "20260129T090000Z",
      "FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=3",
      ["01-29", "02-26", "03-29"]
    ],
    ["months that have the day", "20260131T090000Z", "FREQ=MONTHLY;COUNT=3", ["01-31", "03-31", "05-31"]],
    [
      "the last work day",
      "20260130T090000Z",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3",
      ["01-30", "02-27", "03-31"]
    ],
    [
      "the third of three days",
      "20260108T090000Z",
      "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
      ["01-08", "02-05", "03-05"]
    ],
    [
      "Fridays the 13th",
      "20260213T090000Z",
      "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3",
      ["02-13", "03-13", "11-13"]
    ],
    ["a day of the year", "20260101T090000Z", "FREQ=YEARLY;COUNT=3;BYYEARDAY=1,100,-1", ["01-01", "04-10", "12-31"]],
    ["the 20th Monday of the year", "20260518T090000Z", "FREQ=YEARLY;BYDAY=20MO;COUNT=1", ["05-18"]],
    ["the Monday of week 20", "20260511T090000Z", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=1", ["05-11"]],
    ["Thursdays in March", "20260305T090000Z", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", ["03-05", "03-12", "03-19", "03-26"]],
    ["months of the year", "20260610T090000Z", "FREQ=YEARLY;BYMONTH=6,7;COUNT=2", ["06-10", "07-10"]],
    ["lower case, spaces and an empty part", "20260105T090000Z", " freq = daily; count=2;", ["01-05", "01-06"]]
  ] as const)("has %s", (_title, start, rule, expected) => {
    expect(starts(`DTSTART:${start}`, "DURATION:PT1H", `RRULE:${rule}`)).toEqual(
      expected.map((day) => `2026-${day}T09:00`)
    )
  })

  it("can recur by the hour, and at several times of a day", () => {
    expect(starts("DTSTART:20260105T200000Z", "DURATION:PT1H", "RRULE:FREQ=HOURLY;INTERVAL=3;COUNT=3")).toEqual([
      "2026-01-05T20:00",
      "2026-01-05T23:00",
      "2026-01-06T02:00"
    ])
    expect(starts("DTSTART:20260105T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;BYHOUR=9,21;COUNT=3")).toEqual([
      "2026-01-05T09:00",
      "2026-01-05T21:00",
      "2026-01-06T09:00"
    ])
  })

  it("keeps the local times of starts and ends when clocks change", () => {
    const lines = [
      "DTSTART;TZID=Europe/Berlin:20260327T220000",
      "DTEND;TZID=Europe/Berlin:20260328T060000",
      "SUMMARY:ann"
    ]
    expect(times(calendar(event(...lines, "RRULE:FREQ=DAILY;COUNT=3")))).toEqual([
      "2026-03-27T21:00 2026-03-28T05:00",
      "2026-03-28T21:00 2026-03-29T04:00",
      "2026-03-29T20:00 2026-03-30T04:00"
    ])
  })

  it("that began long ago is found", () => {
    expect(starts("DTSTART:19900101T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY")).toHaveLength(365)
    expect(starts("DTSTART:19900101T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=13150")).toHaveLength(1)
  })

  it("that is not valid has the first shift only, and a fault", () => {
    for (const rule of [
      "FREQ=MINUTELY",
      "FREQ=DAILY;COUNT=0",
      "FREQ=DAILY;BYDAY=XX",
      "COUNT=3",
      "FREQ=DAILY;UNTIL=soon",
      ""
    ]) {
      const text = calendar(event("DTSTART:20260105T090000Z", "DURATION:PT1H", `RRULE:${rule}`, "UID:u"))
      expect(times(text)).toEqual(["2026-01-05T09:00 2026-01-05T10:00"])
      expect(read(text).faults.map(({ code, line }) => [code, line])).toEqual([["bad_rule", 6]])
    }
  })
})

describe("exceptions and changes", () => {
  const daily = [
    "UID:u",
    "DTSTART;TZID=Europe/Berlin:20260105T090000",
    "DTEND;TZID=Europe/Berlin:20260105T170000",
    "SUMMARY:ann"
  ]
  const master = event(...daily, "RRULE:FREQ=DAILY;COUNT=4")

  it("exclude dates with a zone, in UTC and without a time", () => {
    for (const date of [";TZID=Europe/Berlin:20260106T090000", ":20260106T080000Z", ";VALUE=DATE:20260106"])
      expect(starts(...daily, "RRULE:FREQ=DAILY;COUNT=4", `EXDATE${date}`)).toEqual([
        "2026-01-05T08:00",
        "2026-01-07T08:00",
        "2026-01-08T08:00"
      ])
  })

  it("add dates and periods", () => {
    const text = calendar(
      event(
        ...daily,
        "RDATE;TZID=Europe/Berlin:20260110T090000",
        "RDATE;VALUE=PERIOD:20260111T080000Z/PT2H,20260112T080000Z/20260112T090000Z"
      )
    )
    expect(times(text)).toEqual([
      "2026-01-05T08:00 2026-01-05T16:00",
      "2026-01-10T08:00 2026-01-10T16:00",
      "2026-01-11T08:00 2026-01-11T10:00",
      "2026-01-12T08:00 2026-01-12T09:00"
    ])
  })

  it("move an occurrence, also out of the days of the rule, and give it to another person", () => {
    const change = event(
      "UID:u",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260106T090000",
      "DTSTART;TZID=Europe/Berlin:20260120T100000",
      "DTEND;TZID=Europe/Berlin:20260120T110000",
      "SUMMARY:Bob"
    )
    for (const text of [calendar(master, change), calendar(change, master)])
      expect(read(text).shifts.map(({ people: who, start }) => [minute(start), who[0]?.slice(0, 3)])).toEqual([
        ["2026-01-05T08:00", "ann"],
        ["2026-01-07T08:00", "ann"],
        ["2026-01-08T08:00", "ann"],
        ["2026-01-20T09:00", "bob"]
      ])
  })

  it("cancel an occurrence, or the event", () => {
    const cancelled = event("UID:u", "RECURRENCE-ID:20260106T080000Z", "DTSTART:20260106T080000Z", "STATUS:CANCELLED")
    expect(read(calendar(master, cancelled)).shifts).toHaveLength(3)
    expect(read(calendar(event(...daily, "STATUS:CANCELLED")))).toMatchObject({ shifts: [], faults: [] })
  })

  it("change this and all later occurrences", () => {
    const change = event(
      "UID:u",
      "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260107T090000",
      "DTSTART;TZID=Europe/Berlin:20260107T120000",
      "DURATION:PT1H",
      "SUMMARY:Bob"
    )
    expect(times(calendar(master, change))).toEqual([
      "2026-01-05T08:00 2026-01-05T16:00",
      "2026-01-06T08:00 2026-01-06T16:00",
      "2026-01-07T11:00 2026-01-07T12:00",
      "2026-01-08T11:00 2026-01-08T12:00"
    ])
  })

  it("have the newest version", () => {
    const old = event("UID:u", "SEQUENCE:1", "DTSTART:20260105T080000Z", "DURATION:PT1H")
    const newer = event("UID:u", "SEQUENCE:2", "DTSTART:20260105T120000Z", "DURATION:PT1H")
    expect(times(calendar(newer, old))).toEqual(["2026-01-05T12:00 2026-01-05T13:00"])
  })

  it("of an event that is not in the file are shifts of their own", () => {
    const change = event("UID:u", "RECURRENCE-ID:19700101T000000Z", "DTSTART:20260105T080000Z", "DURATION:PT1H")
    expect(times(calendar(change))).toEqual(["2026-01-05T08:00 2026-01-05T09:00"])
  })
})

describe("the people of a title", () => {
  const titled = (title: string, ...lines: ReadonlyArray<string>) => {
    const { emptyTitles, shifts, unknownPeople } = read(
      calendar(event("DTSTART:20260105T080000Z", "DURATION:PT1H", `SUMMARY:${title}`, ...lines))
    )
    return { people: shifts[0]?.people, level: shifts[0]?.level, unknownPeople, emptyTitles }
  }

  it.each([
    ["Ann Lee", ["ann@example.org"], 0],
    ["ANN@Example.org", ["ann@example.org"], 0],
    ["@ann", ["ann@example.org"], 0],
    ["[L2] ann", ["ann@example.org"], 2],
    ["[l12]@Bob", ["bob@example.org"], 12],
    ["ann\\, bob", ["ann@example.org", "bob@example.org"], 0],
    ["@ann @bob", ["ann@example.org", "bob@example.org"], 0],
    ["Lee\\, Bob", ["bob@example.org"], 0],
    ["Ann Lee <ann@example.org>", ["ann@example.org"], 0],
    ["ann\\, ANN", ["ann@example.org"], 0]
  ])("%s", (title, found, level) => {
    expect(titled(title)).toEqual({ people: found, level, unknownPeople: [], emptyTitles: [] })
  })

  it("are kept and named if they are unknown", () => {
    expect(titled("ann\\, Zoe")).toMatchObject({ people: ["ann@example.org", "Zoe"], unknownPeople: ["Zoe"] })
    expect(titled("constructor")).toMatchObject({ people: ["constructor"], unknownPeople: ["constructor"] })
    expect(titled("")).toMatchObject({ people: [], emptyTitles: [""] })
  })

  it("are the attendees if the title names nobody who is known", () => {
    const attendees = ["ATTENDEE;CN=Bob:MAILTO:bob@example.org", "ATTENDEE:mailto:zoe@example.org"]
    expect(titled("On call", ...attendees)).toMatchObject({ people: ["bob@example.org"], unknownPeople: [] })
    expect(titled("ann", ...attendees)).toMatchObject({ people: ["ann@example.org"] })
  })

  it("are all names if no people are given", () => {
    const text = calendar(event("DTSTART:20260105T080000Z", "DURATION:PT1H", "SUMMARY:ann, Zoe"))
    expect(readCalendar(text, { range, zone: "UTC" })).toMatchObject({
      shifts: [{ people: ["ann", "Zoe"] }],
      unknownPeople: []
    })
  })
})

describe("a file", () => {
  const one = event("DTSTART:20260105T080000Z", "DURATION:PT1H", "SUMMARY:ann")
  const expected = ["2026-01-05T08:00 2026-01-05T09:00"]

  it("can have any line ends, a byte order mark, folded lines and no last line end", () => {
    const text = calendar(one)
    for (const variant of [
      text,
      text.replaceAll("\r\n", "\n"),
      text.replaceAll("\r\n", "\r"),
      text.trimEnd(),
      `\uFEFF${text}`,
      text.replaceAll("DTSTART", "DT\r\n START").replaceAll("080000Z", "08\r\n\t0000Z"),
      text.toLowerCase().replace("20260105t080000z", "20260105T080000Z").replace("pt1h", "PT1H")
    ]) {
      expect(times(variant)).toEqual(expected)
      expect(times(new TextEncoder().encode(variant))).toEqual(expected)
    }
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((character) => [character.charCodeAt(0), 0])])
    expect(times(utf16)).toEqual(expected)
  })

  it("can be cut off, and can have lines and components that are not known", () => {
    const cut = read(calendar(one).replace("END:VEVENT\r\nEND:VCALENDAR\r\n", ""))
    expect(cut.shifts).toHaveLength(1)
    expect(cut.faults.map(({ code }) => code)).toEqual(["cut_off"])
    const odd = read(calendar("what is this", "BEGIN:VALARM", "TRIGGER:-PT1H", "END:VALARM", one, "END:VTODO"))
    expect(odd.shifts).toHaveLength(1)
    expect(odd.faults.map(({ code, line }) => [code, line])).toEqual([["bad_line", 3]])
    const alarm = "BEGIN:VALARM\r\nDURATION:PT9H\r\nSUMMARY:Alarm\r\nEND:VALARM\r\nEND:VEVENT"
    expect(times(calendar(one.replace("END:VEVENT", alarm)))).toEqual(expected)
  })

  it("has faults for events without valid times, and the other events are read", () => {
    const text = calendar(
      event("UID:a", "SUMMARY:ann"),
      event("UID:b", "DTSTART:20261332T080000Z", "DURATION:PT1H"),
      event("UID:c", "DTSTART:20260105T080000Z"),
      event("UID:d", "DTSTART:20260105T080000Z", "DTEND:20260105T070000Z"),
      one
    )
    const { faults, shifts } = read(text)
    expect(shifts).toHaveLength(1)
    expect(faults.map(({ code, uid }) => `${uid} ${code}`)).toEqual([
      "a bad_time",
      "b bad_time",
      "c no_length",
      "d no_length"
    ])
  })

  it("has a name", () => {
    expect(read(calendar("X-WR-CALNAME:Shop\\, nights", one)).name).toBe("Shop, nights")
    expect(read(calendar("NAME:Shop", one)).name).toBe("Shop")
    expect(read(calendar(one)).name).toBeNull()
  })

  it("that is no calendar has a fault", () => {
    for (const text of ["", "<html>", "null", new Uint8Array([0, 255, 0])])
      expect(read(text).faults.map(({ code }) => code)).toContain("not_a_calendar")
  })
})

describe("the limits", () => {
  const many = (count: number, ...lines: ReadonlyArray<string>) =>
    calendar(...Array.from({ length: count }, (_, index) => event(`UID:${index}`, "DURATION:PT1H", ...lines)))

  it("are 5,000 events, 20,000 shifts and 10 MB", () => {
    const events = read(many(5_001, "DTSTART:20260105T080000Z"))
    expect(events.shifts).toHaveLength(5_000)
    expect(events.faults.map(({ code }) => code)).toEqual(["too_many_events"])
    const shifts = read(many(100, "DTSTART:20260105T080000Z", "RRULE:FREQ=DAILY"))
    expect(shifts.shifts).toHaveLength(20_000)
    expect(shifts.faults.map(({ code }) => code)).toEqual(["too_many_shifts"])
    expect(read(" ".repeat(10_000_001)).faults.map(({ code }) => code)).toEqual(["too_large"])
  })

  it("end the work of expensive rules", () => {
    const lists = `BYMINUTE=${Array.from({ length: 60 }, (_, index) => index).join()};BYSECOND=${Array.from({ length: 60 }, (_, index) => index).join()}`
    for (const rule of [
      `FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=MO,TU;${lists};COUNT=1000000`,
      "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      `FREQ=HOURLY;${lists}`
    ]) {
      const found = read(many(100, "DTSTART:19000105T080000Z", `RRULE:${rule}`))
      expect(found.shifts.length).toBeLessThanOrEqual(20_000)
      expect(found.faults.length).toBeGreaterThan(0)
    }
  })
})

const at = (day: string, hour: string) => Date.parse(`2026-01-${day}T${hour}:00Z`)

test("shifts become overrides by level, without overlaps", () => {
  const text = calendar(
    event("UID:1", "DTSTART:20260105T000000Z", "DTEND:20260107T000000Z", "SUMMARY:ann"),
    event("UID:2", "DTSTART:20260106T000000Z", "DTEND:20260108T000000Z", "SUMMARY:bob"),
    event("UID:3", "DTSTART:20260106T080000Z", "DTEND:20260106T100000Z", "SUMMARY:[L1] Zoe"),
    event("UID:4", "DTSTART:20260108T000000Z", "DTEND:20260109T000000Z", "SUMMARY:bob")
  )
  const overrides = calendarOverrides(read(text).shifts)
  expect(overrides).toEqual([
    { start: at("05", "00"), end: at("06", "00"), people: ["ann@example.org"] },
    { start: at("06", "00"), end: at("06", "08"), people: ["ann@example.org", "bob@example.org"] },
    { start: at("06", "08"), end: at("06", "10"), people: ["Zoe"] },
    { start: at("06", "10"), end: at("07", "00"), people: ["ann@example.org", "bob@example.org"] },
    { start: at("07", "00"), end: at("09", "00"), people: ["bob@example.org"] }
  ])
  const schedule = { zone: "UTC", layers: [], overrides }
  expect(onCallAt(schedule, at("06", "09")).people).toEqual(["Zoe"])
  expect(onCallAt(schedule, at("09", "00")).people).toEqual([])
})
