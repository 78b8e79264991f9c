import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  CAMPAIGN_COLUMNS,
  campaignCsv,
  campaignCsvHeader,
  campaignCsvLine,
  csvLine,
  evaluateCampaign,
  planCampaign,
  SENDER_COLUMNS,
  senderCsv,
  SUGGESTION_COLUMNS,
  suggestionCsv
} from "../src/index.ts"
import { largeCampaign, mailClass, prospectFacts, senderFacts } from "./campaigns.ts"

/** Parses CSV strictly by the grammar of RFC 4180 section 2. Throws an error for any other text. */
const parseStrictly = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  let at = 0
  while (at < text.length) {
    const row: Array<string> = []
    for (;;) {
      if (text[at] === '"') {
        let cell = ""
        at++
        for (;;) {
          const end = text.indexOf('"', at)
          if (end < 0) throw new Error("A quote stays open.")
          cell += text.slice(at, end)
          at = end + 1
          if (text[at] !== '"') break
          cell += '"'
          at++
        }
        row.push(cell)
      } else {
        const cell = /^[^",\r\n]*/.exec(text.slice(at, at + 10_000))?.[0] ?? ""
        row.push(cell)
        at += cell.length
      }
      if (text[at] === ",") at++
      else if (text.startsWith("\r\n", at)) break
      else throw new Error(`Neither a comma nor CRLF at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`)
    }
    at += 2
    rows.push(row)
  }
  return rows
}

const FORMULA = /^[=+\-@\t\r＝＋－＠]/

describe("a line", () => {
  test("can be parsed back, apart from an apostrophe before spreadsheet formulas", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: "binary" }),
            fc.constantFrom(
              "=1+1",
              "+1",
              "-1",
              "@x",
              "\t=1",
              "\r=1",
              "＝1+1",
              "＋1",
              "－1",
              "＠x",
              "a,b",
              '"',
              "\r\n",
              " x ",
              ""
            )
          ),
          { minLength: 1 }
        ),
        (cells) => {
          const [row, ...more] = parseStrictly(csvLine(cells))
          expect(more).toEqual([])
          expect(row).toEqual(cells.map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell).toWellFormed()))
          expect(row?.some((cell) => FORMULA.test(cell))).toBe(false)
        }
      )
    ))
  test("preserves numbers, and leaves null cells empty", () =>
    expect(csvLine([-1, 0.5, true, null, "x"])).toBe("-1,0.5,true,,x\r\n"))
})

const campaign = (prospectEntries: ReadonlyArray<string>) =>
  evaluateCampaign(
    planCampaign({ sendingDomains: ["good.example.net", "bare.example.net"], prospectEntries }, mailClass),
    {
      prospects: new Map([["example.com", prospectFacts("example.com", "aspmx.l.google.com")]]),
      senders: new Map([
        ["good.example.net", senderFacts("good.example.net")],
        [
          "bare.example.net",
          senderFacts("bare.example.net", { dmarc: { status: "missing", policy: null, record: null } })
        ]
      ])
    }
  )

describe("the three files", () => {
  const { prospects, results } = campaign([
    "bob@example.com",
    '=HYPERLINK("http://evil.example")@example.com',
    "+1@example.com",
    '"a,b"@example.com',
    "line\r\nbreak",
    "ann@gmail.com",
    "bob@example.com"
  ])

  test("have a row for every entry, and a cell for every header", () => {
    const rows = parseStrictly([...campaignCsv(prospects())].join(""))
    expect(rows[0]).toEqual(CAMPAIGN_COLUMNS)
    expect(rows).toHaveLength(8)
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([CAMPAIGN_COLUMNS.length]))
    expect(rows.slice(1).map(([, input]) => input)).toEqual([
      "bob@example.com",
      '\'=HYPERLINK("http://evil.example")@example.com',
      "'+1@example.com",
      '"a,b"@example.com',
      "line\r\nbreak",
      "ann@gmail.com",
      "bob@example.com"
    ])
    expect(rows.flat().some((cell) => FORMULA.test(cell))).toBe(false)
    expect(CAMPAIGN_COLUMNS).toEqual(
      expect.arrayContaining([
        "row",
        "input",
        "email",
        "domain",
        "classification",
        "charged",
        "receiver_provider",
        "gateway",
        "mailbox_provider"
      ])
    )
  })
  test("are identical when built line by line from stored rows", () => {
    const stored = JSON.parse(JSON.stringify([...prospects()])) as Array<Parameters<typeof campaignCsvLine>[0]>
    expect([campaignCsvHeader(), ...stored.map(campaignCsvLine)]).toEqual([...campaignCsv(prospects())])
  })
  test("list senders and suggestions", () => {
    const senders = parseStrictly([...senderCsv(results)].join(""))
    expect(senders.map(({ length }) => length)).toEqual([
      SENDER_COLUMNS.length,
      SENDER_COLUMNS.length,
      SENDER_COLUMNS.length
    ])
    expect(senders[1]?.slice(0, 4)).toEqual(["1", "good.example.net", "google", "A"])
    const suggestions = parseStrictly([...suggestionCsv(results)].join(""))
    expect(suggestions).toHaveLength(results.suggestions.length + 1)
    expect(suggestions.find(([, , , , id]) => id === "dmarc_missing")?.slice(7, 10)).toEqual([
      "TXT",
      "_dmarc.bare.example.net",
      "v=DMARC1; p=none; rua=mailto:dmarc-reports@bare.example.net"
    ])
  })
  test("have only a header when there is no data", () => {
    expect([...suggestionCsv({ suggestions: [] })]).toEqual([`${SUGGESTION_COLUMNS.join(",")}\r\n`])
    expect([...campaignCsv([])]).toEqual([campaignCsvHeader()])
  })
})

test("10,000 rows are built lazily: the first line needs one entry", () => {
  const { facts, input, mailClass: classOf } = largeCampaign()
  const { prospects } = evaluateCampaign(planCampaign(input, classOf), facts)
  let taken = 0
  const counting = function* () {
    for (const prospect of prospects()) {
      taken++
      yield prospect
    }
  }
  const lines = campaignCsv(counting())
  lines.next()
  expect(taken).toBe(0)
  lines.next()
  expect(taken).toBe(1)
  let rest = 0
  for (const line of lines) rest += line.endsWith("\r\n") ? 1 : 0
  expect(rest).toBe(9999)
})
