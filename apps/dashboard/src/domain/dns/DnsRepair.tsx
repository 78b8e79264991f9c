import { domainEndpoints } from "../../api/domainEndpoints.ts"
import type { Domain, Repair } from "@mon/model"
import { FormProblem } from "../../form/Field.tsx"
import form from "../../form/Form.module.css"
import { refreshRepairs, useDnsRepair } from "../../mailReport/mailQueries.ts"
import { RESOLVER } from "../../mailReport/VerifyRepair.tsx"
import { notify } from "../../ui/notify.ts"
import { Button } from "../../ui/Button.tsx"
import { Facts } from "../../ui/Card.tsx"
import screen from "../../ui/Screen.module.css"
import { useNow } from "../../ui/time.tsx"
import { useSubmit } from "../../ui/useSubmit.ts"
import { dnsRepairDe } from "./dnsRepair.de.ts"
import { dnsRepairEn } from "./dnsRepair.en.ts"
import { useLanguage } from "../../words/language.ts"
import { useScreenWords } from "../../words/useScreenWords.ts"
import css from "./Dns.module.css"
import { Side } from "./DnsChanges.tsx"

const repairWords = { en: dnsRepairEn, de: dnsRepairDe } as const

const chips = { open: "fair", applied: "fair", verified: "good", closed: "good", ended: "none" } as const

/** The largest number of servers that one sentence names. */
const NAMED = 5
const HOUR_MS = 3_600_000
/** The time for which a completed repair stays visible, in milliseconds. */
const SHOWN_MS = 7 * 24 * HOUR_MS

interface Shown {
  readonly domain: Domain
  readonly repair: Repair
}

const Decide = ({ domain: { id, isPaused }, repair }: Shown) => {
  const words = useScreenWords(repairWords)
  const restored = useSubmit(async () => {
    await domainEndpoints.verifyRepair(id, repair.id)
    await refreshRepairs(id)
    notify(words.asked)
  })
  const intended = useSubmit(async () => {
    await domainEndpoints.dismissRepair(id, repair.id)
    await refreshRepairs(id)
    notify(words.dismissed)
  })
  const isRunning = restored.isRunning || intended.isRunning
  return (
    <div className={form["plain"]}>
      <FormProblem problem={restored.problem ?? intended.problem} />
      <div className={form["save"]}>
        {isPaused ? null : (
          <form onSubmit={restored.onSubmit}>
            <Button type="submit" disabled={isRunning}>
              {words.restored}
            </Button>
          </form>
        )}
        <form onSubmit={intended.onSubmit}>
          <Button type="submit" disabled={isRunning}>
            {words.intended}
          </Button>
        </form>
      </div>
    </div>
  )
}

/** Names the servers that do not have the records yet, or did not respond. */
const Missing = ({ answers }: Pick<Repair, "answers">) => {
  const words = useScreenWords(repairWords)
  const named = (...states: ReadonlyArray<string>): string | null => {
    const servers = (answers?.servers ?? []).filter(({ state }) => states.includes(state))
    const names = [...new Set(servers.map(({ server }) => server.replace(RESOLVER, words.resolver)))]
    return names.length === 0 ? null : [...names.slice(0, NAMED), ...(names.length > NAMED ? ["…"] : [])].join(", ")
  }
  const [behind, silent] = [named("old", "missing"), named("failed")]
  return (
    <>
      {behind === null ? null : (
        <>
          {" "}
          <bdi>{words.behind(behind)}</bdi>
        </>
      )}
      {silent === null ? null : (
        <>
          {" "}
          <bdi>{words.silent(silent)}</bdi>
        </>
      )}
    </>
  )
}

const Sentence = ({ domain, repair: { answers, endedAt, reportedAt, state } }: Shown) => {
  const words = useScreenWords(repairWords)
  const { format } = useLanguage()
  const now = useNow()
  if (endedAt !== null) return words.ended
  if (state === "verified" || state === "closed") return words.closed
  if (state === "open" && reportedAt === null) return domain.access === "read" ? words.openForReaders : words.open
  return (
    <>
      {state === "applied" || reportedAt === null
        ? words.applied
        : words.notRestored(format.ago(Date.parse(reportedAt), now))}
      <Missing answers={answers} />
    </>
  )
}

export const DnsRepairCard = ({ domain, repair }: Shown) => {
  const { format } = useLanguage()
  const words = useScreenWords(repairWords)
  const { endedAt, records, reopened, repairSeconds, state } = repair
  const shown = endedAt === null ? state : "ended"
  const isOver = shown === "ended" || shown === "closed"
  return (
    <section className={css["part"]}>
      <div className={css["title"]}>
        <h2>{isOver ? words.titleOver : words.title}</h2>
        <span className={screen["chip"]} data-state={chips[shown]}>
          {words.states[shown]}
        </span>
      </div>
      <p>
        <Sentence domain={domain} repair={repair} />
      </p>
      {reopened === 0 ? null : <p>{words.reopened(reopened)}</p>}
      {repairSeconds === null ? null : <Facts rows={[[words.took, format.seconds(repairSeconds)]]} />}
      {isOver
        ? null
        : records.map(({ host, replaces, type, values }) => (
            <div key={type + host}>
              <h3>
                {words.records}: {type}{" "}
                <span className={css["soft"]}>
                  <bdi>{host}</bdi>
                </span>
              </h3>
              <Side lines={values} sign="+" title={words.publish} />
              <Side lines={replaces} sign="−" title={words.remove} />
            </div>
          ))}
      {isOver || domain.access === "read" ? null : <Decide domain={domain} repair={repair} />}
    </section>
  )
}

export const DnsRepair = ({ domain }: { readonly domain: Domain }) => {
  const now = useNow(HOUR_MS)
  const { data: repair } = useDnsRepair(domain.id)
  if (repair === undefined) return null
  const overAt = repair.closedAt ?? repair.endedAt
  const isOld = overAt !== null && now - Date.parse(overAt) > SHOWN_MS
  return isOld ? null : <DnsRepairCard domain={domain} repair={repair} />
}
