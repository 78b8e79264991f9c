import type { AvailabilityReport } from "@mon/model"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue, useMemo, useState } from "react"
import { useLocation, useSearch } from "wouter"
import { read, readFile } from "../api/client.ts"
import { useBranding, useTags } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { Button } from "../ui/Button.tsx"
import { Card, Facts } from "../ui/Card.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { saveFile } from "../ui/saveFile.ts"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { notify } from "../ui/notify.ts"
import { makeFormat } from "../words/format.ts"
import { LanguageProvider, useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import print from "./Report.module.css"
import { choiceOf, type ReportChoice, reportPeriods, reportQuery, searchOf } from "./reportChoice.ts"
import { ScheduledReports } from "./ScheduledReports.tsx"
import { DomainTable, IncidentRows, Length, Repaired, TagTable, Uptime } from "./ReportTables.tsx"
import { reportWords } from "./reportWords.ts"

const PATH = "/reports/availability"
const DIGITS = 8

const isChoice = (text: string): text is ReportChoice["period"] =>
  text === "days" || reportPeriods.some((period) => period === text)

const Choice = ({
  choice,
  onChange
}: {
  readonly choice: ReportChoice
  readonly onChange: (changes: Partial<ReportChoice>) => void
}) => {
  const words = useScreenWords(reportWords)
  const tags = useTags(true).data ?? []
  return (
    <div className={`${css["bar"]} ${print["off"]}`}>
      <select
        aria-label={words.period}
        value={choice.period}
        onChange={({ target }) => (isChoice(target.value) ? onChange({ period: target.value }) : undefined)}
      >
        {[...reportPeriods, "days" as const].map((period) => (
          <option key={period} value={period}>
            {words.periods[period]}
          </option>
        ))}
      </select>
      {choice.period === "days" ? (
        <>
          <input
            type="date"
            aria-label={words.from}
            value={choice.from}
            onChange={({ target }) => onChange({ from: target.value })}
          />
          <input
            type="date"
            aria-label={words.to}
            value={choice.to}
            onChange={({ target }) => onChange({ to: target.value })}
          />
        </>
      ) : null}
      <select aria-label={words.tag} value={choice.tag} onChange={({ target }) => onChange({ tag: target.value })}>
        <option value="">{words.allTags}</option>
        {tags.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </select>
      <input
        type="text"
        inputMode="decimal"
        maxLength={DIGITS}
        aria-label={words.target}
        placeholder={words.targetExample}
        value={choice.target}
        onChange={({ target }) => onChange({ target: target.value })}
      />
    </div>
  )
}

/** Returns the last millisecond of the period. The date of this instant is the last day of the period. */
const lastOf = ({ to }: AvailabilityReport): number => Date.parse(to) - 1

/**
 * Shows the name and the logo of the workspace in print only, because the screen already shows the workspace elsewhere.
 */
const Letterhead = () => {
  const { logo = null, name = null } = useBranding().data ?? {}
  return logo === null && name === null ? null : (
    <p className={print["letterhead"]}>
      {logo === null ? null : <img src={logo} alt="" />}
      {name === null ? null : <bdi>{name}</bdi>}
    </p>
  )
}

/** Shows a report. All times are in the report's zone, as in its email and its PDF, not in the browser's zone. */
export const ReportView = ({
  hasTag,
  parameters,
  report
}: {
  readonly report: AvailabilityReport
  readonly parameters: string
  readonly hasTag: boolean
}) => {
  const words = useScreenWords(reportWords)
  const { domains, domainsLeftOut, from, incidents, incidentsLeftOut, tags, timezone, total } = report
  const {
    format: { language },
    words: common
  } = useLanguage()
  const ofReport = useMemo(
    () => ({ words: common, format: makeFormat(language, timezone) }),
    [common, language, timezone]
  )
  const { format } = ofReport
  const covers = words.covers(format.date(Date.parse(from)), format.date(lastOf(report)), timezone)
  if (domains.length === 0)
    return (
      <>
        <p className={css["soft"]}>{covers}</p>
        <Nothing title={words.none} hint={words.noneHint(hasTag)} />
      </>
    )
  return (
    <LanguageProvider value={ofReport}>
      <div className={print["parts"]}>
        <Letterhead />
        <Card title={words.summary}>
          <p className={css["soft"]}>{covers}</p>
          <Facts
            rows={[
              [words.uptime, <Uptime key="uptime" share={total} period={report} />],
              [words.downtime, <Length key="downtime" seconds={total.downSeconds} />],
              [words.incidents, format.number(total.incidents)],
              [words.domains, format.number(total.domains)],
              [words.repairTime, <Repaired key="repaired" share={total} />],
              [words.openRepairs, total.openRepairs === 0 ? null : format.number(total.openRepairs)]
            ]}
          />
          <p className={css["small"]}>{words.rule}</p>
        </Card>
        {domainsLeftOut === 0 ? null : <p className={css["notice"]}>{words.leftOut(format.number(domainsLeftOut))}</p>}
        {tags.length === 0 ? null : (
          <div>
            <TagTable tags={tags} period={report} />
            <a className={print["off"]} href={`/api/v1${PATH}/export?${parameters}&by=tag`} download>
              {words.tagCsv}
            </a>
          </div>
        )}
        <DomainTable domains={domains} period={report} />
        <section className={css["text"]}>
          <h2>{words.incidents}</h2>
          {incidents.length === 0 ? <p>{words.noIncidents}</p> : <IncidentRows incidents={incidents} />}
          {incidentsLeftOut === 0 ? null : (
            <p className={css["small"]}>{words.incidentsLeftOut(format.number(incidentsLeftOut))}</p>
          )}
        </section>
      </div>
    </LanguageProvider>
  )
}

const PdfButton = ({ parameters }: { readonly parameters: string }) => {
  const words = useScreenWords(reportWords)
  const {
    words: { language }
  } = useLanguage()
  const sentence = useSentence()
  const [isRunning, setRunning] = useState(false)
  const download = async () => {
    setRunning(true)
    try {
      saveFile(await readFile(`${PATH}/pdf?${parameters}&language=${language}`), "availability.pdf")
    } catch (error) {
      notify(sentence(error))
    }
    setRunning(false)
  }
  return (
    <Button onClick={() => void download()} disabled={isRunning}>
      {isRunning ? words.pdfRunning : words.pdf}
    </Button>
  )
}

const Report = () => {
  const words = useScreenWords(reportWords)
  const choice = choiceOf(useSearch())
  const manages = useManages()
  const [, navigate] = useLocation()
  const parameters = useDeferredValue(reportQuery(choice, new Date()))
  const query = useQuery({
    queryKey: ["report", parameters],
    queryFn: ({ signal }) => read<AvailabilityReport>(`${PATH}?${parameters ?? ""}`, signal),
    enabled: parameters !== null,
    placeholderData: keepPreviousData
  })
  const change = (changes: Partial<ReportChoice>) => {
    const search = searchOf({ ...choice, ...changes })
    navigate(`/reports${search === "" ? "" : `?${search}`}`, { replace: true })
  }
  return (
    <Screen
      title={words.title}
      actions={
        <span className={`${css["chips"]} ${print["off"]}`}>
          <Curl path={`${PATH}?${parameters ?? ""}`} />
          <a href={`/api/v1${PATH}/export?${parameters ?? ""}`} download>
            {words.csv}
          </a>
          {parameters === null ? null : <PdfButton parameters={parameters} />}
          <Button onClick={() => globalThis.print()}>{words.print}</Button>
        </span>
      }
    >
      <Choice choice={choice} onChange={change} />
      <Loaded query={query}>
        {(report) => <ReportView report={report} parameters={parameters ?? ""} hasTag={choice.tag !== ""} />}
      </Loaded>
      {manages ? <ScheduledReports draft={choice} /> : null}
    </Screen>
  )
}

export default Report
