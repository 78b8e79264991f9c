import type { PageDetails, PageMonitor } from "@mon/model"
import { useState } from "react"
import { Link, useLocation } from "wouter"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import { refresh } from "../api/changes.ts"
import shared from "../monitors/Monitor.module.css"
import { MonitorActions } from "../monitors/MonitorActions.tsx"
import { useChartRange } from "../monitors/useChartRange.ts"
import { notify } from "../ui/notify.ts"
import { StoppedOptions } from "../monitors/StoppedOptions.tsx"
import { Button } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { useSentence } from "../ui/Problem.tsx"
import type { MonitorState } from "../api/monitors.ts"
import { StateMark } from "../ui/StateMark.tsx"
import { Ago, Exact, useNow } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { serviceText } from "../words/serviceText.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { imagePath } from "./imagePath.ts"
import css from "./Page.module.css"
import { ChangeList, PageOverview } from "./PageOverview.tsx"
import { markSeen, refreshPage, storePage, useChanges, usePage, useScreenshots } from "./pageQueries.ts"
import { PageSettings } from "./PageSettings.tsx"
import { previewWords } from "../monitors/previewWords.ts"
import { pagesWords } from "./pagesWords.ts"

/** Returns the state that a page's mark shows. The mark ignores changes, because the list of changes shows them. */
const stateOf = ({ isDegraded, isPaused, status }: PageMonitor): MonitorState => {
  if (isPaused) return "paused"
  if (status !== "changed" && status !== "active") return status
  return isDegraded ? "degraded" : "active"
}

const tabs = ["overview", "changes", "pictures", "settings"] as const
type Tab = (typeof tabs)[number]

/** The API call of each tab, as a path below the page. */
const calls: Readonly<Record<Tab, string>> = {
  overview: "/timeline",
  changes: "/changes",
  pictures: "/screenshots",
  settings: ""
}

const Standing = ({ page }: { readonly page: PageMonitor }) => {
  const { format, words } = useLanguage()
  const now = useNow()
  const { checkInterval, lastCheckedAt } = page
  if (lastCheckedAt === null) return null
  return (
    <p className={css["soft"]} title={format.dateTime(Date.parse(lastCheckedAt))}>
      {page.isDegraded && !page.isPaused ? `${words.state.degraded} · ` : null}
      {words.domain.checked(format.ago(Date.parse(lastCheckedAt), now), format.seconds(checkInterval))}
    </p>
  )
}

const useCheck = (page: PageMonitor) => {
  const { words } = useLanguage()
  const { faults } = useScreenWords(previewWords)
  const text = useScreenWords(pagesWords)
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const [isChecking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    try {
      const { change, lastError } = await pageEndpoints.checkNow(page.id)
      await Promise.all([refreshPage(page.id), refresh()])
      if (change !== null) navigate(`/pages/${page.id}/changes/${change.id}`)
      notify(
        lastError !== null
          ? text.cannotRead(
              faults[lastError.code] ?? words.fault[lastError.code] ?? serviceText(words, lastError.message)
            )
          : change === null
            ? text.unchanged
            : text.foundChange
      )
    } catch (error) {
      notify(sentence(error))
    }
    setChecking(false)
  }
  return { check, isChecking }
}

const Actions = ({ page, tab }: { readonly page: PageMonitor; readonly tab: Tab }) => {
  const text = useScreenWords(pagesWords)
  const { check, isChecking } = useCheck(page)
  const { range } = useChartRange("30d")
  return (
    <span className={shared["actions"]}>
      <Curl path={`/urls/${page.id}${calls[tab]}${tab === "overview" ? `?range=${range}` : ""}`} />
      <Button onClick={() => void check()} disabled={isChecking}>
        {isChecking ? text.checking : text.checkNow}
      </Button>
      <MonitorActions kind="url" record={page} store={storePage} texts={text.bulk} />
    </span>
  )
}

const Changes = ({ page }: { readonly page: PageMonitor }) => {
  const { format } = useLanguage()
  const text = useScreenWords(pagesWords)
  const sentence = useSentence()
  const { data, error, refetch } = useChanges(page.id)
  if (data === undefined) return <Unloaded isPart error={error} refetch={refetch} />
  if (data.length === 0) return <p className={css["soft"]}>{text.baseline(format.date(Date.parse(page.createdAt)))}</p>
  const unseen = data.filter(({ isSeen }) => !isSeen).length
  const seen = () =>
    void markSeen(page.id, null, true).then(
      () => notify(text.bulk.markedSeen(1)),
      (problem: unknown) => notify(sentence(problem))
    )
  return (
    <>
      <header className={css["head"]}>
        <p className={css["soft"]}>
          {text.since(page.changeCount, format.date(Date.parse(page.createdAt)))} · {format.zone}
        </p>
        {unseen === 0 ? null : <Button onClick={seen}>{text.allSeen}</Button>}
      </header>
      <div className={css["list"]}>
        <ChangeList id={page.id} changes={data} />
      </div>
    </>
  )
}

const Pictures = ({ page }: { readonly page: PageMonitor }) => {
  const text = useScreenWords(pagesWords)
  const { data, error, refetch } = useScreenshots(page.id)
  if (data === undefined) return <Unloaded isPart error={error} refetch={refetch} />
  if (data.length === 0)
    return <p className={css["soft"]}>{page.screenshotEnabled ? text.picturesNone : text.noPictures}</p>
  return (
    <div className={css["gallery"]}>
      {data.map(({ capturedAt, id, imageUrl, reason, thumbnailUrl }) => (
        <figure key={id}>
          <a href={imagePath(imageUrl)} className={css["frame"]} target="_blank" rel="noreferrer noopener">
            <img src={imagePath(thumbnailUrl)} alt={`${page.name}: ${text.reasons[reason]}`} loading="lazy" />
          </a>
          <figcaption>
            <Exact at={capturedAt} />
            <span className={css["kind"]}>{text.reasons[reason]}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

const Part = ({ page, tab }: { readonly page: PageDetails; readonly tab: Tab }) => {
  switch (tab) {
    case "overview":
      return <PageOverview page={page} />
    case "changes":
      return <Changes page={page} />
    case "pictures":
      return <Pictures page={page} />
    case "settings":
      return <PageSettings page={page} />
  }
}

const PageDetail = ({ id, tab: wanted }: { readonly id: string; readonly tab: string | undefined }) => {
  const { words } = useLanguage()
  const text = useScreenWords(pagesWords)
  const { data: page, dataUpdatedAt, error, refetch } = usePage(id)
  const tab = tabs.find((name) => name === wanted) ?? "overview"
  if (page === undefined) {
    return <Unloaded error={error} refetch={refetch} />
  }
  return (
    <>
      <title>{`${page.name} · ${words.app}`}</title>
      <header className={shared["top"]}>
        <StateMark state={stateOf(page)} />
        <h1>
          <bdi>{page.name}</bdi>
        </h1>
        <a href={page.url} target="_blank" rel="noreferrer noopener" className={shared["site"]}>
          <bdi>{page.url.replace(/^https?:\/\/|\/$/gu, "")}</bdi> ↗
          <span className={shared["hidden"]}> {text.open}</span>
        </a>
        <Standing page={page} />
        <Actions page={page} tab={tab} />
      </header>
      <nav className={shared["tabs"]} aria-label={text.tabs.label}>
        {tabs.map((name) => (
          <Link
            key={name}
            href={name === "overview" ? `/pages/${id}` : `/pages/${id}/${name}`}
            aria-current={name === tab ? "page" : undefined}
          >
            {text.tabs[name]}
          </Link>
        ))}
      </nav>
      {error === null ? null : (
        <p className={shared["notice"]} role="status">
          {words.problem.kept} <Ago at={dataUpdatedAt} />
        </p>
      )}
      <StoppedOptions stopped={page.stoppedOptions} />
      <Part page={page} tab={tab} />
    </>
  )
}

export default PageDetail
