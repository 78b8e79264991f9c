import type { Repair } from "@mon/model"
import { Card } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { Ago, Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { repairsDe } from "./repairs.de.ts"
import { repairsEn } from "./repairs.en.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useRepairs } from "./mailQueries.ts"
import { mailWords } from "./mailWords.ts"
import report from "./Report.module.css"
import { RESOLVER } from "./VerifyRepair.tsx"

const repairWords = { en: repairsEn, de: repairsDe } as const

const chips = { open: "bad", applied: "fair", verified: "good", closed: "good" } as const

/** The largest number of servers in a sentence. */
const NAMED = 3

const order: ReadonlyArray<Repair["state"]> = ["open", "applied", "verified", "closed"]

const byState = (one: Repair, other: Repair): number => order.indexOf(one.state) - order.indexOf(other.state)

type Servers = NonNullable<Repair["answers"]>["servers"]

const useNames = () => {
  const { resolver } = useScreenWords(repairWords)
  return (servers: Servers): string => {
    const names = [...new Set(servers.map(({ server }) => server.replace(RESOLVER, resolver)))]
    return names.length > NAMED ? `${names.slice(0, NAMED).join(", ")} …` : names.join(", ")
  }
}

/**
 * Shows the next step of a repair, and which name servers have the new records, have the old ones, or do not respond.
 */
const Next = ({ repair: { answers, records, state } }: { readonly repair: Repair }) => {
  const words = useScreenWords(repairWords)
  const namesOf = useNames()
  const { next } = words
  if (state === "open") return records.length === 0 ? next.person : next.publish
  if (state === "verified") return next.check
  const behind = (answers?.servers ?? []).filter((one) => one.state === "old" || one.state === "missing")
  const silent = (answers?.servers ?? []).filter((one) => one.state === "failed")
  const have = new Set((answers?.servers ?? []).filter((one) => one.state === "published").map(({ server }) => server))
  return (
    <>
      {have.size === 0 ? null : `${words.everywhere(have.size)} `}
      <bdi>
        {behind.length > 0
          ? next.behind(namesOf(behind))
          : silent.length > 0
            ? next.silent(namesOf(silent))
            : next.wait}
      </bdi>
    </>
  )
}

const Row = ({ repair }: { readonly repair: Repair }) => {
  const { format } = useLanguage()
  const words = useScreenWords(repairWords)
  const { findings } = useScreenWords(mailWords)
  const { closedAt, code, inboxes, message, openedAt, reopened, repairSeconds, state, worth } = repair
  return (
    <li>
      <div className={css["row"]}>
        <span className={css["chip"]} data-state={chips[state]}>
          {words.states[state]}
        </span>
        <div className={css["grow"]}>
          <b title={message}>{findings[code] ?? code.replaceAll("_", " ")}</b>
          <span className={css["under"]}>
            {words.found} <Ago at={openedAt} />
            {closedAt === null ? null : (
              <>
                {" · "}
                {words.closed} <Exact at={closedAt} />
                {repairSeconds === null ? "" : ` ${words.took(format.seconds(repairSeconds))}`}
              </>
            )}
            {reopened === 0 ? "" : ` · ${words.reopened(reopened)}`}
          </span>
          {state === "closed" ? (
            <>
              {worth === null ? null : <span className={css["under"]}>{words.worth(worth.before, worth.after)}</span>}
              {inboxes === null ? null : (
                <span className={css["under"]}>
                  {words.inboxes(
                    format.number(inboxes.before),
                    format.number(inboxes.after),
                    format.number(inboxes.emails),
                    format.dateTime(Date.parse(inboxes.simulatedAt))
                  )}
                </span>
              )}
            </>
          ) : (
            <span className={css["under"]}>
              <Next repair={repair} />
            </span>
          )}
        </div>
      </div>
    </li>
  )
}

export const Repairs = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(repairWords)
  const query = useRepairs(id)
  return (
    <Card title={words.title}>
      <Loaded query={query} rows={2}>
        {(repairs) => {
          const open = repairs.filter(({ state }) => state !== "closed").toSorted(byState)
          const closed = repairs.filter(({ state }) => state === "closed")
          return (
            <div className={report["stack"]}>
              <p className={css["small"]}>
                {repairs.length === 0 ? words.none : open.length === 0 ? words.allClosed : words.hint}
              </p>
              {open.length === 0 ? null : (
                <ol className={css["list"]} aria-label={words.open}>
                  {open.map((repair) => (
                    <Row key={repair.id} repair={repair} />
                  ))}
                </ol>
              )}
              {closed.length === 0 ? null : (
                <details className={report["notes"]}>
                  <summary>{words.finished(closed.length)}</summary>
                  <ol className={css["list"]} aria-label={words.finished(closed.length)}>
                    {closed.map((repair) => (
                      <Row key={repair.id} repair={repair} />
                    ))}
                  </ol>
                </details>
              )}
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}
