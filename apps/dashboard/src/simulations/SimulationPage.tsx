import type { SimulationRecord, SimulationResultRecord } from "@mon/api-contract"
import { useState } from "react"
import { Link } from "wouter"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Card } from "../ui/Card.tsx"
import { Ago } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { Outcome } from "./Outcome.tsx"
import results from "./Results.module.css"
import { Breakdown, HeatMap, SenderTable } from "./Senders.tsx"
import { ShareDialog } from "./ShareDialog.tsx"
import { csvPath, isRunning, useSimulation } from "./simulationQueries.ts"
import css from "./Simulations.module.css"
import { simulationsWords } from "./simulationsWords.ts"
import { Suggestions } from "./Suggestions.tsx"

const Running = ({ job: { progress } }: { readonly job: SimulationRecord }) => {
  const { format } = useLanguage()
  const text = useScreenWords(simulationsWords).running
  const { done, etaSeconds, percent, phase, total } = progress
  return (
    <Card title={text.title}>
      <div className={css["running"]}>
        <p role="status">
          <b>{text.phases[phase]}</b>
        </p>
        <progress max={100} value={percent} aria-label={text.phases[phase]} />
        <p className={css["soft"]}>
          {text.done(format.number(done), format.number(total))}
          {etaSeconds === null ? "" : ` · ${text.eta(format.seconds(etaSeconds))}`}
        </p>
        <p className={css["soft"]}>{text.leave}</p>
      </div>
    </Card>
  )
}

const Quality = ({ data }: { readonly data: SimulationResultRecord }) => {
  const { format } = useLanguage()
  const text = useScreenWords(simulationsWords).result
  const { hiddenFilterPossible, notSeen, unansweredDomains } = data.dataQuality
  return (
    <Card title={text.quality}>
      <ul className={results["notes"]}>
        {unansweredDomains === 0 ? null : <li>{text.unanswered(format.number(unansweredDomains))}</li>}
        {hiddenFilterPossible === 0 ? null : <li>{text.hidden(format.number(hiddenFilterPossible))}</li>}
        {notSeen.length === 0 ? null : (
          <li>{text.notSeen(notSeen.map((thing) => text.things[thing] ?? thing.replaceAll("_", " ")).join(", "))}</li>
        )}
      </ul>
    </Card>
  )
}

const Results = ({ data }: { readonly data: SimulationResultRecord }) => {
  const text = useScreenWords(simulationsWords).result
  return (
    <div className={results["stack"]}>
      <Outcome results={data} />
      <Suggestions results={data} />
      <HeatMap results={data} />
      <SenderTable results={data} />
      <div className={results["parts"]}>
        <Breakdown title={text.receivers} column={text.provider} rows={data.breakdown.byProvider} />
        <Breakdown title={text.classes} column={text.classOf} rows={data.breakdown.byClassification} />
      </div>
      <Quality data={data} />
    </div>
  )
}

const csvs = [
  ["campaign", "hasCampaignCsv"],
  ["sender", "hasSenderCsv"],
  ["suggestion", "hasSuggestionCsv"]
] as const

const Header = ({ job }: { readonly job: SimulationRecord }) => {
  const { format } = useLanguage()
  const text = useScreenWords(simulationsWords)
  const [isSharing, setSharing] = useState(false)
  const { createdAt, creditsCharged, jobId, name, prospectCount, status } = job
  return (
    <>
      <header className={css["top"]}>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <span className={css["soft"]}>
          {text.status[status]} · {text.wizard.entries(format.number(prospectCount))} ·{" "}
          {text.credits(format.number(creditsCharged))} · <Ago at={createdAt} />
        </span>
        <Link href="/simulations">{text.all}</Link>
        <span className={css["actions"]}>
          <Curl path={`/campaign-simulate/${jobId}`} />
          {status === "completed" ? <Button onClick={() => setSharing(true)}>{text.result.share}</Button> : null}
          {job.hasCampaignCsv ? (
            <ButtonLink href={`/simulations/new?from=${jobId}`}>{text.result.again}</ButtonLink>
          ) : null}
        </span>
      </header>
      {csvs.every(([, has]) => !job[has]) ? null : (
        <p className={results["csvs"]}>
          {csvs.map(([type, has]) =>
            job[has] ? (
              <a key={type} href={csvPath(jobId, type)} download>
                {text.result.csv[type]}
              </a>
            ) : null
          )}
        </p>
      )}
      <ShareDialog id={jobId} open={isSharing} onClose={() => setSharing(false)} />
    </>
  )
}

const SimulationPage = ({ id }: { readonly id: string }) => {
  const { words } = useLanguage()
  const text = useScreenWords(simulationsWords)
  const { data: job, error, refetch } = useSimulation(id)
  if (job === undefined) {
    return <Unloaded error={error} refetch={refetch} />
  }
  return (
    <>
      <title>{`${job.name} · ${words.app}`}</title>
      <Header job={job} />
      <div className={results["stack"]}>
        {job.notes.map((note) => (
          <p key={note} className={css["notice"]}>
            {text.note(note)}
          </p>
        ))}
        {isRunning(job) ? <Running job={job} /> : null}
        {job.status === "failed" ? (
          <p className={css["lack"]} role="alert">
            {text.failed(job.error?.message ?? "")}
          </p>
        ) : null}
        {job.status === "expired" ? <p className={css["notice"]}>{text.expired}</p> : null}
        {job.results === null ? null : <Results data={job.results} />}
      </div>
    </>
  )
}

export default SimulationPage
