import type { EmailHealthStanding } from "@mon/api-contract"
import { type FormEvent, useMemo } from "react"
import { Link, useLocation, useSearch } from "wouter"
import { useRank } from "../api/rank.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { FilterChips, FilterText } from "../ui/Filters.tsx"
import { NothingShown } from "../ui/NothingShown.tsx"
import { GradeMark } from "../ui/StateMark.tsx"
import { Ago } from "../ui/time.tsx"
import { useTypedFilters } from "../ui/useTypedFilters.ts"
import { VirtualTable } from "../ui/VirtualTable.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { componentNames } from "../mailReport/gains.ts"
import css from "./Mail.module.css"
import {
  applyMailFilters,
  type FixGroup,
  fixesOf,
  fixGroups,
  gradeCounts,
  gradeFilters,
  type MailFilters,
  mailFiltersOf,
  mailSearchOf
} from "./mailFilters.ts"
import { useStandings } from "../mailReport/mailQueries.ts"
import { mailWords } from "../mailReport/mailWords.ts"
import { useFixName } from "../mailReport/useFixName.ts"

/** Shows the scores of the five components as bars, with their numbers for people who cannot see the bars. */
const ComponentBars = ({ components }: { readonly components: NonNullable<EmailHealthStanding["components"]> }) => {
  const { words } = useLanguage()
  const text = componentNames
    .map((name) => `${words.domain.components[name]} ${components[name].score ?? "–"}`)
    .join(", ")
  return (
    <span className={css["bars"]} role="img" aria-label={text} title={text}>
      {componentNames.map((name) => (
        <span key={name} data-status={components[name].status}>
          <span style={{ height: `${components[name].score ?? 0}%` }} />
        </span>
      ))}
    </span>
  )
}

/** The largest number of domains in a group. One click shows the rest. */
const NAMED = 12

const idOf = ({ domainId }: EmailHealthStanding): string => domainId

export const FirstFix = ({ standing }: { readonly standing: EmailHealthStanding }) => {
  const text = useScreenWords(mailWords)
  const nameOf = useFixName()
  const [first] = fixesOf(standing)
  if (!standing.emailHealthEnabled) return <span className={css["soft"]}>{text.switchedOff}</span>
  if (standing.components === null) return <span className={css["soft"]}>{text.notChecked}</span>
  if (standing.score === null) return <span className={css["soft"]}>{text.report.noScore}</span>
  if (first === undefined)
    return <span className={css["soft"]}>{standing.incomplete ? text.partlyFine : text.fine}</span>
  return (
    <>
      {nameOf(first)} <span className={css["gain"]}>{text.points(first.gain)}</span>
    </>
  )
}

const Cells = ({ standing }: { readonly standing: EmailHealthStanding }) => {
  const { components, domain, domainId, grade, name, score } = standing
  return (
    <>
      <span role="cell" className={css["grade"]}>
        <GradeMark grade={grade} />
      </span>
      <span role="cell" className={css["name"]}>
        <Link href={`/mail/${domainId}`} className={css["open"]}>
          <bdi>{name}</bdi>
          {name === domain ? null : <span className={css["host"]}>{domain}</span>}
        </Link>
      </span>
      <span role="cell" className={css["number"]}>
        {score ?? "–"}
      </span>
      <span role="cell">{components === null ? "–" : <ComponentBars components={components} />}</span>
      <span role="cell" className={css["fix"]}>
        <FirstFix standing={standing} />
      </span>
    </>
  )
}

const Group = ({ group: { component, domains, gain, key } }: { readonly group: FixGroup }) => {
  const text = useScreenWords(mailWords)
  const nameOf = useFixName()
  return (
    <section className={css["group"]}>
      <header>
        <h2>{nameOf({ component, key })}</h2>
        <span className={css["soft"]}>{text.on(domains.length)}</span>
        <span className={css["gain"]}>{domains.length === 1 ? text.points(gain) : text.pointsEach(gain)}</span>
      </header>
      <ul className={css["members"]}>
        {domains.slice(0, NAMED).map(({ domainId, grade, name }) => (
          <li key={domainId}>
            <Link href={`/mail/${domainId}`}>
              {grade === null ? null : <GradeMark grade={grade} />} <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
        {domains.length <= NAMED ? null : (
          <li>
            <Link href={`/mail?fix=${encodeURIComponent(key)}`} className={css["rest"]}>
              {text.moreDomains(domains.length - NAMED)}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

export const Groups = ({ standings }: { readonly standings: ReadonlyArray<EmailHealthStanding> }) => {
  const text = useScreenWords(mailWords)
  const groups = useMemo(() => fixGroups(standings), [standings])
  const isChecked = standings.some(({ score }) => score !== null)
  return groups.length === 0 ? (
    <div className={css["nothing"]}>
      <h2>{isChecked ? text.noFixes : text.noResults}</h2>
      {isChecked ? <p className={css["soft"]}>{text.noFixesHint}</p> : null}
    </div>
  ) : (
    <div className={css["groups"]}>
      {groups.map((group) => (
        <Group key={group.key} group={group} />
      ))}
    </div>
  )
}

const views = ["domain", "fix"] as const

const Standings = ({ standings }: { readonly standings: ReadonlyArray<EmailHealthStanding> }) => {
  const { words } = useLanguage()
  const text = useScreenWords(mailWords)
  const nameOf = useFixName()
  const search = useSearch()
  const [, navigate] = useLocation()
  const stored = useMemo(() => mailFiltersOf(search), [search])
  const {
    change,
    filters,
    setText,
    text: typed
  } = useTypedFilters<MailFilters>(stored, (next) => navigate(`/mail${mailSearchOf(next)}`, { replace: true }))
  const collator = useMemo(() => new Intl.Collator(words.language, { numeric: true }), [words.language])
  const shown = useMemo(() => applyMailFilters(standings, filters, collator), [standings, filters, collator])
  const counts = useMemo(() => gradeCounts(standings, filters), [standings, filters])
  const labels: Partial<Record<string, string>> = { all: text.all, pending: text.pending, off: text.off }
  const countOf = (grade: MailFilters["grade"]) => counts.get(grade) ?? 0
  const chosen = filters.fix === "" ? undefined : standings.flatMap(fixesOf).find(({ key }) => key === filters.fix)
  return (
    <>
      <div role="search" aria-label={text.filters}>
        <div className={css["bar"]}>
          <FilterChips
            chips={gradeFilters
              .filter((grade) => grade === "all" || countOf(grade) > 0 || filters.grade === grade)
              .map((grade) => ({
                value: grade,
                label: labels[grade] ?? text.grade(grade),
                count: countOf(grade)
              }))}
            chosen={filters.grade}
            onChoose={(grade) => change({ grade })}
          />
          <FilterChips
            chips={views.map((view) => ({ value: view, label: text.views[view] }))}
            chosen={filters.view}
            onChoose={(view) => change({ view, fix: "" })}
          />
        </div>
        <FilterText label={text.filter} value={typed} onChange={setText} />
      </div>
      {chosen === undefined ? null : (
        <p>
          {text.chosenFix(nameOf(chosen))}{" "}
          <Button kind="quiet" onClick={() => change({ fix: "" })}>
            {words.domains.clear}
          </Button>
        </p>
      )}
      {shown.length === 0 ? (
        <NothingShown
          title={text.none}
          hint={text.noneHint(standings.length)}
          onClear={() => change({ text: "", grade: "all", fix: "" })}
        />
      ) : filters.view === "fix" ? (
        <Groups standings={shown} />
      ) : (
        <VirtualTable
          label={text.list}
          columns={css["columns"]}
          items={shown}
          idOf={idOf}
          head={[
            ["grade", text.columns.grade],
            ["domain", text.columns.domain],
            ["score", text.columns.score, css["number"]],
            ["components", text.columns.components],
            ["fix", text.columns.fix]
          ]}
          row={(standing) => <Cells standing={standing} />}
        />
      )}
    </>
  )
}

const CheckAny = () => {
  const text = useScreenWords(mailWords)
  const [, navigate] = useLocation()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const domain = String(new FormData(event.currentTarget).get("domain") ?? "").trim()
    if (domain !== "") navigate(`/mail/${encodeURIComponent(domain)}`)
  }
  return (
    <form className={css["check"]} onSubmit={submit}>
      <input
        name="domain"
        aria-label={text.checkField}
        placeholder={text.check}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">{text.checkNow}</Button>
      <Curl path="/email-health" />
      <Link href="/message">{text.message}</Link>
      <a href="/tools/disposable-email">{text.disposable}</a>
    </form>
  )
}

const MailList = () => {
  const isMember = useRank() === "member"
  const { format, words } = useLanguage()
  const text = useScreenWords(mailWords)
  const { data, dataUpdatedAt, error, refetch } = useStandings()
  return (
    <>
      <title>{`${text.title} · ${words.app}`}</title>
      <header className={css["top"]}>
        <h1>{text.title}</h1>
        {data === undefined || data.length === 0 ? null : (
          <p className={css["soft"]}>
            {text.count(format.number(data.length))} · <Ago at={dataUpdatedAt} />
          </p>
        )}
        <CheckAny />
      </header>
      {data === undefined ? (
        <Unloaded isPart error={error} refetch={refetch} rows={10} />
      ) : data.length === 0 ? (
        <section className={css["nothing"]}>
          <h2>{text.welcome.title}</h2>
          <p className={css["soft"]}>{text.welcome.hint}</p>
          {isMember ? null : (
            <ButtonLink href="/add" kind="primary">
              {text.welcome.action}
            </ButtonLink>
          )}
        </section>
      ) : (
        <Standings standings={data} />
      )}
    </>
  )
}

export default MailList
