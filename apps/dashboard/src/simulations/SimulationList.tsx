import type { SimulationJob } from "@mon/model"
import { useState } from "react"
import { Link } from "wouter"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { FirstSteps } from "../ui/FirstSteps.tsx"
import { Ago } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { isRunning, PAGE_SIZE, useCredits, useSimulations } from "./simulationQueries.ts"
import css from "./Simulations.module.css"
import { simulationsWords } from "./simulationsWords.ts"

const Row = ({ job }: { readonly job: SimulationJob }) => {
  const { format } = useLanguage()
  const text = useScreenWords(simulationsWords)
  const { createdAt, creditsCharged, jobId, name, progress, prospectCount, status } = job
  return (
    <li className={css["row"]}>
      <Link href={`/simulations/${jobId}`}>
        <bdi>{name}</bdi>
      </Link>
      {isRunning(job) ? (
        <span className={css["progress"]}>
          <progress max={100} value={progress.percent} aria-label={text.running.phases[progress.phase]} />
          {text.status[status]}
        </span>
      ) : (
        <span className={status === "failed" ? css["bad"] : status === "expired" ? css["soft"] : ""}>
          {text.status[status]}
        </span>
      )}
      <span className={css["number"]}>{format.number(prospectCount)}</span>
      <span className={css["number"]}>{format.number(creditsCharged)}</span>
      <span className={css["number"]}>
        <Ago at={createdAt} />
      </span>
    </li>
  )
}

const SimulationList = () => {
  const { format, words } = useLanguage()
  const text = useScreenWords(simulationsWords)
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useSimulations(page)
  const credits = useCredits().data
  const isEmpty = data?.length === 0 && page === 1
  return (
    <>
      <title>{`${text.title} · ${words.app}`}</title>
      <header className={css["top"]}>
        <h1>{text.title}</h1>
        {credits === undefined ? null : <p className={css["soft"]}>{text.credits(format.number(credits.balance))}</p>}
        {isEmpty ? null : (
          <span className={css["actions"]}>
            <Curl path="/campaign-simulations" />
            <ButtonLink href="/simulations/new" kind="primary">
              {text.create}
            </ButtonLink>
          </span>
        )}
      </header>
      {data === undefined ? (
        <Unloaded isPart error={error} refetch={refetch} />
      ) : isEmpty ? (
        <FirstSteps text={text.welcome}>
          <ButtonLink href="/simulations/new" kind="primary">
            {text.create}
          </ButtonLink>
        </FirstSteps>
      ) : (
        <>
          <div className={css["list"]}>
            <p className={`${css["row"]} ${css["head"]}`} aria-hidden>
              <span>{text.columns.name}</span>
              <span>{text.columns.status}</span>
              <span className={css["number"]}>{text.columns.prospects}</span>
              <span className={css["number"]}>{text.columns.credits}</span>
              <span className={css["number"]}>{text.columns.created}</span>
            </p>
            <ul aria-label={text.title}>
              {data.map((job) => (
                <Row key={job.jobId} job={job} />
              ))}
            </ul>
          </div>
          {data.length < PAGE_SIZE ? null : (
            <p className={css["pager"]}>
              <Button onClick={() => setPage(page + 1)}>{text.older}</Button>
            </p>
          )}
        </>
      )}
    </>
  )
}

export default SimulationList
