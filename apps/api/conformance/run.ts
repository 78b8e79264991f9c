import { randomBytes } from "node:crypto"
import { type Account, NotJudged, type Row, type Fixture } from "./Row.ts"
import { accountRows } from "./rows/account.ts"
import { alertingRows } from "./rows/alerting.ts"
import { domainRows } from "./rows/domains.ts"
import { notificationRows, tagRows, untagRows, webhookRows } from "./rows/grouping.ts"
import { messageRows } from "./rows/messages.ts"
import { otherRows } from "./rows/others.ts"
import { urlRows } from "./rows/urls.ts"
import { connect, type Target } from "./Service.ts"

/** Rows that create resources come first, those that delete them last. */
export const rows: ReadonlyArray<Row> = [
  ...accountRows,
  ...tagRows,
  ...domainRows.slice(0, -1),
  ...webhookRows,
  ...urlRows.slice(0, -2),
  ...notificationRows,
  ...alertingRows,
  ...messageRows,
  ...otherRows,
  ...urlRows.slice(-2),
  ...domainRows.slice(-1),
  ...untagRows
]

/** The result of a row. */
export interface Verdict {
  readonly row: Row
  readonly outcome: "conforms" | "differs" | "not judged"
  /** Why the row differs, or why it was skipped. */
  readonly reason: string | null
}

const judge = async (row: Row, fixture: Fixture): Promise<Verdict> => {
  try {
    await row.judge(fixture)
    return { row, outcome: "conforms", reason: null }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { row, outcome: error instanceof NotJudged ? "not judged" : "differs", reason }
  }
}

/**
 * Checks a running service against the interface, row by row, with the key of an account owner. Deletes what it creates
 * and restores changed settings.
 *
 * @throws Error if the service cannot be reached with this key.
 */
export const runConformance = async (
  target: Target,
  report: (verdict: Verdict) => void,
  isSelected: (row: Row) => boolean = () => true
): Promise<ReadonlyArray<Verdict>> => {
  const send = connect(target)
  const { data, status } = await send("GET", "/account")
  if (status !== 200) throw new Error(`GET /account returned ${status}. Is the key correct?`)
  const undo: Array<() => Promise<unknown>> = []
  const fixture: Fixture = {
    send,
    account: { plan: String(data["plan"]), limits: Object(data["limits"]) as Account["limits"] },
    unique: randomBytes(5).toString("hex"),
    later: (step) => undo.push(step),
    known: new Map()
  }
  const verdicts: Array<Verdict> = []
  for (const row of rows.filter(isSelected)) {
    const verdict = await judge(row, fixture)
    verdicts.push(verdict)
    report(verdict)
  }
  for (const step of undo.toReversed()) await step()
  return verdicts
}
