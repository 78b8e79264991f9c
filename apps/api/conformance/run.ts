import { randomBytes } from "node:crypto"
import { type Account, NotJudged, type Row, type Fixture } from "./Row.ts"
import { accountRows } from "./rows/account.ts"
import { domainRows } from "./rows/domains.ts"
import { notificationRows, tagRows, untagRows, webhookRows } from "./rows/grouping.ts"
import { messageRows } from "./rows/messages.ts"
import { otherRows } from "./rows/others.ts"
import { urlRows } from "./rows/urls.ts"
import { connect, type Target } from "./Service.ts"

/** Rows in which something is made come first, those that take it away again last. */
export const rows: ReadonlyArray<Row> = [
  ...accountRows,
  ...tagRows,
  ...domainRows.slice(0, -1),
  ...webhookRows,
  ...urlRows.slice(0, -2),
  ...notificationRows,
  ...messageRows,
  ...otherRows,
  ...urlRows.slice(-2),
  ...domainRows.slice(-1),
  ...untagRows
]

/** What came of a row. */
export interface Verdict {
  readonly row: Row
  readonly outcome: "conforms" | "differs" | "not judged"
  /** Why it differs, or why it was not judged. */
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
 * Holds a running service against the interface, row by row, with the key of an account's owner. What is made is taken
 * away again, and settings are put back.
 *
 * @throws Error when the service cannot be asked with this key.
 */
export const runConformance = async (
  target: Target,
  tell: (verdict: Verdict) => void,
  wanted: (row: Row) => boolean = () => true
): Promise<ReadonlyArray<Verdict>> => {
  const ask = connect(target)
  const { data, status } = await ask("GET", "/account")
  if (status !== 200) throw new Error(`GET /account answers ${status}: is the key right?`)
  const undo: Array<() => Promise<unknown>> = []
  const fixture: Fixture = {
    ask,
    account: { plan: String(data["plan"]), limits: Object(data["limits"]) as Account["limits"] },
    unique: randomBytes(5).toString("hex"),
    later: (step) => undo.push(step),
    known: new Map()
  }
  const verdicts: Array<Verdict> = []
  for (const row of rows.filter(wanted)) {
    const verdict = await judge(row, fixture)
    verdicts.push(verdict)
    tell(verdict)
  }
  for (const step of undo.toReversed()) await step()
  return verdicts
}
