import { describe, expect, it } from "vitest"
import {
  afterAnswers,
  afterChanges,
  type ChangedRecords,
  type DnsRepair,
  isAsBefore,
  type RestoredRecords
} from "../src/monitors/dnsRepairLife.ts"

const DAY = 86_400_000
const HOST = "shop.example"

/** Parses a change. "MX a b > b c" means that the records were a and b, and are now b and c. */
const changedOf = (text: string): ChangedRecords => {
  const [type = "", ...words] = text.split(" ")
  const values = words.slice(0, words.indexOf(">"))
  const now = words.slice(words.indexOf(">") + 1)
  const replaces = now.filter((value) => !values.includes(value))
  return { type: type === "TXT" ? "TXT" : "MX", host: HOST, values, replaces, now }
}

type Server = RestoredRecords["servers"][number]

/**
 * Parses answers. In "published old failed / old", the first part has the states at the name servers, and the second
 * part has the state at the resolver.
 */
const answersOf = (text: string, isConfirmed: boolean): RestoredRecords => {
  const [zone = [], resolvers = []] = text.split("/").map((side) => side.split(" ").filter((word) => word !== ""))
  const server = (name: string, state: string): Server => ({
    type: "MX",
    host: HOST,
    server: name,
    state: state === "published" || state === "old" || state === "missing" ? state : "failed"
  })
  const servers = [
    ...zone.map((state, n) => server(`ns${n + 1} 192.0.2.${n + 1}`, state)),
    ...resolvers.map((state, n) => server(n === 0 ? "resolver" : `resolver ${n + 1}`, state))
  ]
  const isBehind = servers.some(({ state }) => state === "old" || state === "missing")
  const isSilent = servers.some(({ state }) => state === "failed")
  return { state: isBehind ? "pending" : isSilent ? "unknown" : "verified", servers, isConfirmed }
}

/**
 * Applies the event of one day. "! MX a > b" is a change with a known cause, and "? MX a > b" is a change without a
 * known cause. "asked: …" are the answers of servers. "back: …" are answers after the watch has confirmed that the
 * records are as before. "intended" means that a person declares the change as intended.
 */
const step = (before: DnsRepair | null, text: string, n: number): DnsRepair | null => {
  const at = n * DAY
  const [tag = "", rest = ""] = [text.slice(0, text.indexOf(" ")), text.slice(text.indexOf(" ") + 1)]
  const repair = before === null ? null : { ...before, isOver: before.isOver || before.endsAt <= at }
  if (text === "later") return repair
  if (text === "intended") return repair === null ? null : { ...repair, isOver: true }
  if (tag === "asked:" || tag === "back:")
    return repair === null ? null : afterAnswers(repair, answersOf(rest, tag === "back:"), at)
  return afterChanges(repair, { cause: tag === "!" ? rest : null, changed: rest.split(", ").map(changedOf) }, at)
}

const after = (...texts: ReadonlyArray<string>) => texts.reduce<DnsRepair | null>(step, null)

const shown = (repair: DnsRepair | null) =>
  repair === null
    ? null
    : {
        steps: repair.life.steps.map((one) => `${one.step} ${one.at / DAY}`).join(", "),
        records: repair.records
          .map(({ replaces, type, values }) => [type, ...values, "not", ...replaces].join(" "))
          .join(", "),
        ...(repair.isOver ? { isOver: true } : {})
      }

const EVERYWHERE = "published published / published published"

describe("the repair of changed DNS records", () => {
  it.each<readonly [string, ReadonlyArray<string>, ReturnType<typeof shown>]>([
    ["opens with a change whose cause is known", ["! MX a > b"], { steps: "opened 0", records: "MX a not b" }],
    ["does not open without a known cause", ["? MX a > b", "back: published"], null],
    [
      "is not applied by answers of caches, or of a server that is behind the change",
      ["! MX a > b", "asked: old published / published", "asked: failed / published"],
      { steps: "opened 0", records: "MX a not b" }
    ],
    [
      "is applied by every name server that responds, and closed when the resolvers follow",
      ["! MX a > b", "asked: published failed / old", `asked: ${EVERYWHERE}`],
      { steps: "opened 0, applied 1, verified 2, closed 2", records: "MX a not b" }
    ],
    [
      "is applied by one name server if the watch has confirmed it",
      ["! MX a > b", "? MX b > a", "back: published old / old"],
      { steps: "opened 0, applied 2", records: "MX a not b" }
    ],
    [
      "stays applied if no name server responds, and is open again if none has the records any more",
      ["! MX a > b", "asked: published / old", "asked: failed / old", "asked: old old / published"],
      { steps: "opened 0, applied 1, reopened 3", records: "MX a not b" }
    ],
    [
      "is not a new problem when the watch confirms it after it was closed",
      ["! MX a > b", `asked: ${EVERYWHERE}`, "! MX b > a"],
      { steps: "opened 0, applied 1, verified 1, closed 1", records: "MX a not b" }
    ],
    [
      "comes undone within 7 days, with what the records were then",
      ["! MX a > b", `asked: ${EVERYWHERE}`, "! MX b > a", "! MX a > c"],
      { steps: "opened 0, applied 1, verified 1, closed 1, reopened 3", records: "MX a not c" }
    ],
    [
      "is a new one long after it was closed",
      ["! MX a > b", `asked: ${EVERYWHERE}`, ...Array.from({ length: 8 }, () => "later"), "! MX a > c"],
      { steps: "opened 10", records: "MX a not c" }
    ],
    [
      "keeps what the records were before the first of several changes",
      ["! MX a > b", "! MX b > b c", "? MX b c > d"],
      { steps: "opened 0", records: "MX a not b c d" }
    ],
    [
      "gains records of a later change, and loses those that are back",
      ["! MX a > b", "! TXT x > y", "! MX b > a"],
      { steps: "opened 0", records: "TXT x not y" }
    ],
    [
      "keeps the last records that are back, to ask servers about them",
      ["! MX a > b, TXT x > y", "! MX b > a", "! TXT y > x", `back: ${EVERYWHERE}`],
      { steps: "opened 0, applied 3, verified 3, closed 3", records: "TXT x not y" }
    ],
    [
      "ignores changes of other records without a known cause",
      ["! MX a > b", "? TXT x > y"],
      { steps: "opened 0", records: "MX a not b" }
    ],
    [
      "is open again if other records change before it is closed",
      ["! MX a > b", "asked: published / old", "! TXT x > y"],
      { steps: "opened 0, applied 1, reopened 2", records: "TXT x not y" }
    ],
    [
      "ends if the change is intended, and a later change is a new one",
      ["! MX a > b", "intended", `back: ${EVERYWHERE}`, "! MX b > c"],
      { steps: "opened 3", records: "MX b not c" }
    ],
    [
      "ends if the change is intended",
      ["! MX a > b", "intended", "? MX b > a", `back: ${EVERYWHERE}`],
      { steps: "opened 0", records: "MX a not b", isOver: true }
    ],
    [
      "ends 7 days after the last change",
      ["! MX a > b", "! TXT x > y", ...Array.from({ length: 6 }, () => "later"), `asked: ${EVERYWHERE}`],
      { steps: "opened 0", records: "MX a not b, TXT x not y", isOver: true }
    ],
    [
      "is tracked for 7 days after it was applied",
      [
        "! MX a > b",
        ...Array.from({ length: 5 }, () => "later"),
        "asked: published / old",
        "later",
        "later",
        `asked: ${EVERYWHERE}`
      ],
      { steps: "opened 0, applied 6, verified 9, closed 9", records: "MX a not b" }
    ]
  ])("%s", (_, texts, expected) => {
    expect(shown(after(...texts))).toEqual(expected)
  })

  it.each([
    [["a", "b"], ["c"], ["b", "a", "other"], true],
    [["a", "b"], ["c"], ["a"], false],
    [["a"], ["c"], ["a", "c"], false],
    [[], ["c"], [], true]
  ])("records %o instead of %o are as before if they are %o: %s", (values, replaces, now, expected) => {
    expect(isAsBefore({ type: "MX", host: HOST, values, replaces }, now)).toBe(expected)
  })
})
